import type { Key, ReactNode } from 'react'
import { Stack } from './Stack.tsx'

interface ListProps<T> {
  of: readonly T[]
  toKey: (item: T) => Key
  gap?: 'xxs' | 's' | 'm'
  children: (item: T) => ReactNode
}

/** Items below each other, such as cards. */
export const List = <T,>({ of, toKey, gap = 's', children }: ListProps<T>) => (
  <Stack as="ul" gap={gap}>
    {of.map((item) => (
      <li key={toKey(item)}>{children(item)}</li>
    ))}
  </Stack>
)

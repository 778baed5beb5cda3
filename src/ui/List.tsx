import type { Key, ReactNode } from 'react'
import { Stack } from './Stack.tsx'
import { Text } from './Text.tsx'

interface ListProps<T> {
  of: readonly T[]
  toKey: (item: T) => Key
  gap?: 'xxs' | 's' | 'm'
  /** The text in place of an empty list. */
  empty?: string | undefined
  children: (item: T) => ReactNode
}

/** Items below each other, such as cards. */
export const List = <T,>({ of, toKey, gap = 's', empty, children }: ListProps<T>) =>
  of.length === 0 && empty !== undefined ? (
    <Text tone="quiet">{empty}</Text>
  ) : (
    <Stack as="ul" gap={gap}>
      {of.map((item) => (
        <li key={toKey(item)}>{children(item)}</li>
      ))}
    </Stack>
  )

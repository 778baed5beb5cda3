import type { ReactNode } from 'react'
import { Stack } from './Stack.tsx'
import { Note, Text } from './Text.tsx'

interface NamesProps {
  name: ReactNode
  note?: ReactNode
  /** Both end in an ellipsis instead of wrapping. */
  isCut?: boolean
}

export const Names = ({ name, note, isCut = false }: NamesProps) => (
  <Stack as="span" gap="none" grow>
    <Text as="span" strong oneLine={isCut}>
      {name}
    </Text>
    {note && (
      <Note as="span" oneLine={isCut}>
        {note}
      </Note>
    )}
  </Stack>
)

import { Stack } from '#src/ui/Stack.tsx'
import { Figure, Note } from '#src/ui/Text.tsx'

/** A figure with its name below it; two or three share a row. */
export const Stat = ({ name, value }: { name: string; value: string }) => (
  <Stack grow="content" gap="xxs">
    <Figure size="l">{value}</Figure>
    <Note as="span">{name}</Note>
  </Stack>
)

import { Card } from '#src/ui/Card.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Figure, Text } from '#src/ui/Text.tsx'

/** A figure with its name, two of which share a row. */
export function Stat({ name, value }: { name: string; value: string }) {
  return (
    <Stack grow>
      <Card>
        <Text tone="quiet" size="s">
          {name}
        </Text>
        <Figure size="l">{value}</Figure>
      </Card>
    </Stack>
  )
}

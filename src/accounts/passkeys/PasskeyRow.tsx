import type { Passkey } from '#contract/accounts/passkeys.ts'
import { Card } from '#src/ui/Card.tsx'
import { LastTime } from '#src/ui/LastTime.tsx'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { RowButton } from '#src/ui/RowButton.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'

interface PasskeyRowProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

export const PasskeyRow = ({ passkey, onRename, onRemove }: PasskeyRowProps) => {
  const { name, created_at, last_used_at } = passkey
  return (
    <li>
      <Card>
        <Row wrap gap="m" justify="between">
          <Stack gap="none" grow="content">
            <Text strong>{name}</Text>
            <Note>
              Added <RelativeTime at={created_at} />,{' '}
              <LastTime text="last used" at={last_used_at} never="not used yet" />
            </Note>
          </Stack>
          <Row gap="s">
            <RowButton aria-label={`Rename ${name}`} onClick={onRename}>
              Rename
            </RowButton>
            <RowButton aria-label={`Remove ${name}`} onClick={onRemove}>
              Remove
            </RowButton>
          </Row>
        </Row>
      </Card>
    </li>
  )
}

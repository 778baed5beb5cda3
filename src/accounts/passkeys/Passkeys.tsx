import { useState } from 'react'
import type { Passkey } from '#contract/accounts/passkeys.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { instanceQuery } from '#src/instance/queries.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { LastTime } from '#src/ui/LastTime.tsx'
import { List } from '#src/ui/List.tsx'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { RowButton } from '#src/ui/RowButton.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { findPasskeyObstacle } from './find-obstacle.ts'
import { AddPasskeyDialog, RemovePasskeyDialog, RenamePasskeyDialog } from './PasskeyDialogs.tsx'
import { passkeysQuery } from './queries.ts'

type OpenDialog = { readonly kind: 'add' } | { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey }

/** Renders nothing on a host without passkeys. */
export function Passkeys({ member }: { member: string }) {
  const live = useLive(passkeysQuery(member))
  const { value: instance } = useLive(instanceQuery)
  const [dialog, setDialog] = useState<OpenDialog>()
  const close = () => setDialog(undefined)
  const isEmpty = live.value?.passkeys.length === 0
  if (live.value === null || (isEmpty && instance?.passkeys === false)) return null
  return (
    <Section title="Passkeys">
      <Text tone="quiet">
        Log in with your fingerprint, your face or a PIN instead of the password. Your password stays valid.
      </Text>
      <QueryState live={live} loading={<Skeleton shape="row" count={1} />} failed="Failed to load your passkeys">
        {(found) => (
          <List of={found.passkeys} toKey={({ id }) => id} empty="None yet.">
            {(passkey) => (
              <PasskeyRow
                passkey={passkey}
                onRename={() => setDialog({ kind: 'rename', passkey })}
                onRemove={() => setDialog({ kind: 'remove', passkey })}
              />
            )}
          </List>
        )}
      </QueryState>
      <AddButton isOffered={instance?.passkeys !== false} onAdd={() => setDialog({ kind: 'add' })} />
      {dialog?.kind === 'add' && <AddPasskeyDialog member={member} onClose={close} />}
      {dialog?.kind === 'rename' && <RenamePasskeyDialog member={member} passkey={dialog.passkey} onClose={close} />}
      {dialog?.kind === 'remove' && <RemovePasskeyDialog member={member} passkey={dialog.passkey} onClose={close} />}
    </Section>
  )
}

/** The button, or the reason why no passkey can be added here. */
function AddButton({ isOffered, onAdd }: { isOffered: boolean; onAdd: () => void }) {
  const obstacle = isOffered ? findPasskeyObstacle() : "This server's address cannot have passkeys any more."
  if (obstacle !== undefined) return <Text>{obstacle}</Text>
  return (
    <Button block variant="quiet" onClick={onAdd}>
      Add a Passkey...
    </Button>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

const PasskeyRow = ({ passkey, onRename, onRemove }: PasskeyRowProps) => {
  const { name, created_at, last_used_at } = passkey
  return (
    <Card>
      <Row wrap gap="m" justify="between">
        <Stack gap="none" grow="content">
          <Text strong>{name}</Text>
          <Note>
            Added <RelativeTime at={created_at} />, <LastTime text="last used" at={last_used_at} never="not used yet" />
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
  )
}

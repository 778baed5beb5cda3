import { useQuery, useQueryClient } from '@tanstack/react-query'
import { profileQuery } from '#src/accounts/queries.ts'
import { Refused } from '#src/api/errors.ts'
import { Loading } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { discardRetained, type Retained } from '#src/offline/outbox/retained.ts'
import { countActions } from '#src/outbox/disconnected-text.ts'
import { retainedQuery } from '#src/outbox/retained-query.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { ButtonLink } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { ConfirmButton } from '#src/ui/ConfirmButton.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { List } from '#src/ui/List.tsx'
import { checkIcon } from '#src/ui/later-icons.ts'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { showToast } from '#src/ui/show-toast.ts'
import { Text } from '#src/ui/Text.tsx'

/** The unsent actions on a signed-out device: the members, the numbers, and a way to discard them. */
export function RetainedActions() {
  const { data, isError } = useQuery(retainedQuery)
  if (data === undefined)
    return isError ? (
      <Alert>This browser doesn't let the app read what it stores.</Alert>
    ) : (
      <Loading>Loading...</Loading>
    )
  if (data.length === 0) return <EmptyState icon={checkIcon} text="There are no unsent actions on this device." />
  return (
    <List of={data} toKey={({ name }) => name} gap="m">
      {(retained) => <RetainedCard retained={retained} />}
    </List>
  )
}

function RetainedCard({ retained: { name, count } }: { retained: Retained }) {
  const client = useQueryClient()
  const hasAccount = useHasAccount(name)
  const what = `${countActions(count)} of ${name}`
  const discard = async () => {
    const isDiscarded = await discardRetained(name).catch(() => false)
    await client.invalidateQueries(retainedQuery)
    if (!isDiscarded) await showToast({ title: 'They could not be discarded.', variant: 'destructive' })
  }
  return (
    <Card>
      <Stack gap="s">
        <Text strong>{what}</Text>
        <Text tone="quiet">
          {hasAccount
            ? `Not sent yet. ${count === 1 ? 'It is' : 'They are'} sent once ${name} logs in on this device.`
            : `The account ${name} no longer exists. ${count === 1 ? 'It' : 'They'} can't be sent any more.`}
        </Text>
        <Row gap="s" wrap>
          {hasAccount && (
            <ButtonLink size="s" to="/login" search={{ next: '/settings/device' }}>
              Log In
            </ButtonLink>
          )}
          <ConfirmButton
            size="s"
            label="Discard"
            title={`Discard ${what}?`}
            submit="Delete from this device"
            onConfirm={discard}
          >
            <Text tone="quiet">Unsent actions and drafts are deleted from this device. This can't be undone.</Text>
          </ConfirmButton>
        </Row>
      </Stack>
    </Card>
  )
}

/** Returns false once the server has responded that there is no such member. */
function useHasAccount(name: string): boolean {
  const { value, error } = useLive(profileQuery(name))
  const isUnknown = error instanceof Refused && (error.status === 400 || error.status === 404)
  return !isUnknown && (value === undefined || value.profile !== undefined)
}

import { useState } from 'react'
import { deleteListens } from '#contract/listening/imports.ts'
import { call } from '#src/api/call.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { ConfirmButton } from '#src/ui/ConfirmButton.tsx'
import { longDate, toLocalDay, toNoon } from '#src/ui/dates.ts'
import { Section } from '#src/ui/Section.tsx'
import { Row } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { toast } from '#src/ui/toast.ts'
import { toDayRange } from '../local-days.ts'
import { useSend } from '../useSend.ts'

/** Sent at once: a deletion must not happen hours later. */
export function DeleteListens({ member, oldest }: { member: string; oldest: string }) {
  const [first, setFirst] = useState(toLocalDay(new Date(oldest)))
  const [last, setLast] = useState(() => toLocalDay(new Date()))
  return (
    <Section title="Delete listens">
      <Row gap="m" wrap>
        <TextField label="First day" type="date" value={first} onChange={(event) => setFirst(event.target.value)} />
        <TextField label="Last day" type="date" value={last} onChange={(event) => setLast(event.target.value)} />
      </Row>
      <DeleteButton {...{ member, first, last }} disabled={first === '' || last === '' || first > last} />
    </Section>
  )
}

const dayText = (day: string) => longDate(toNoon(day))

interface DeleteButtonProps {
  member: string
  first: string
  last: string
  disabled: boolean
}

function DeleteButton({ member, first, last, disabled }: DeleteButtonProps) {
  const { failure, isBusy, send } = useSend(
    "The server didn't respond. Check your listens: they may not have been deleted.",
  )
  const remove = async () => {
    const [from, until] = [toDayRange(first).from.toISOString(), toDayRange(last).until.toISOString()]
    const query = { user: member, from, until, client_id: uuid() }
    const isDone = await send(() => call(deleteListens, query))
    if (isDone) toast({ title: 'Listens deleted' })
    return isDone
  }
  return (
    <ConfirmButton
      block
      variant="danger"
      label="Delete These Days"
      title="Delete these listens?"
      submit={isBusy ? 'Deleting...' : 'Delete'}
      cancel="Keep Them"
      onConfirm={remove}
      {...{ disabled, failure, isBusy }}
    >
      <Text>
        This deletes your listens from {dayText(first)} to {dayText(last)} for good. Your charts, leaderboards and taste
        change.
      </Text>
    </ConfirmButton>
  )
}

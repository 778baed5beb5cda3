import { useState } from 'react'
import { deleteListens } from '#contract/listening/imports.ts'
import { call } from '#src/api/call.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { longDate, toLocalDay, toNoon } from '#src/ui/dates.ts'
import { Section } from '#src/ui/Section.tsx'
import { Row } from '#src/ui/Stack.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { ConfirmSend } from '../ConfirmSend.tsx'
import { toDayRange } from '../local-days.ts'

/** Sent at once: a deletion must not happen hours later. */
export function DeleteListens({ member, oldest }: { member: string; oldest: string }) {
  const [first, setFirst] = useState(toLocalDay(new Date(oldest)))
  const [last, setLast] = useState(() => toLocalDay(new Date()))
  return (
    <Section title="Delete listens">
      <Row gap="m" wrap>
        <TextField label="First day" type="date" value={first} onChange={setFirst} />
        <TextField label="Last day" type="date" value={last} onChange={setLast} />
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
  const remove = () => {
    const [from, until] = [toDayRange(first).from.toISOString(), toDayRange(last).until.toISOString()]
    return call(deleteListens, { user: member, from, until, client_id: uuid() })
  }
  return (
    <ConfirmSend
      block
      variant="danger"
      label="Delete These Days"
      title="Delete these listens?"
      submit="Delete"
      submitting="Deleting..."
      cancel="Keep Them"
      send={remove}
      done="Listens deleted"
      unreachable="The server didn't respond. Check your listens: they may not have been deleted."
      disabled={disabled}
    >
      This deletes your listens from {dayText(first)} to {dayText(last)} for good. Your charts, leaderboards and taste
      change.
    </ConfirmSend>
  )
}

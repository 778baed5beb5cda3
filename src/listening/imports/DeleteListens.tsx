import { useState } from 'react'
import { deleteListens } from '#contract/listening/imports.ts'
import { call } from '#src/api/call.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Button } from '#src/ui/Button.tsx'
import { longDate, toLocalDay, toNoon } from '#src/ui/dates.ts'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Row } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { toast } from '#src/ui/toast.ts'
import { toDayRange } from '../local-days.ts'
import { useSend } from '../useSend.ts'

/**
 * Deletes some days' listens, after a confirmation. Sent at once: a deletion must not happen hours
 * later.
 */
export function DeleteListens({ member, oldest }: { member: string; oldest: string }) {
  const [first, setFirst] = useState(toLocalDay(new Date(oldest)))
  const [last, setLast] = useState(() => toLocalDay(new Date()))
  const [isConfirming, setConfirming] = useState(false)
  const isRange = first !== '' && last !== '' && first <= last
  return (
    <Section title="Delete listens">
      <Row gap="m" wrap>
        <TextField label="First day" type="date" value={first} onChange={(event) => setFirst(event.target.value)} />
        <TextField label="Last day" type="date" value={last} onChange={(event) => setLast(event.target.value)} />
      </Row>
      <Button block variant="danger" disabled={!isRange} onClick={() => setConfirming(true)}>
        Delete These Days
      </Button>
      {isConfirming && <Question {...{ member, first, last }} onClose={() => setConfirming(false)} />}
    </Section>
  )
}

const dayText = (day: string) => longDate(toNoon(day))

interface QuestionProps {
  member: string
  first: string
  last: string
  onClose: () => void
}

function Question({ member, first, last, onClose }: QuestionProps) {
  const { failure, isBusy, send } = useSend(
    "The server didn't respond. Check your listens: they may not have been deleted.",
  )
  const remove = async () => {
    const [from, until] = [toDayRange(first).from.toISOString(), toDayRange(last).until.toISOString()]
    const query = { user: member, from, until, client_id: uuid() }
    if (!(await send(() => call(deleteListens, query)))) return
    toast({ title: 'Listens deleted' })
    onClose()
  }
  return (
    <FormDialog
      isDangerous
      title="Delete these listens?"
      submit={isBusy ? 'Deleting...' : 'Delete'}
      cancel="Keep Them"
      onSubmit={() => void remove()}
      {...{ failure, isBusy, onClose }}
    >
      <Text>
        This deletes your listens from {dayText(first)} to {dayText(last)} for good. Your charts, leaderboards and taste
        change.
      </Text>
    </FormDialog>
  )
}

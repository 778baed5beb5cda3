import { type ReactNode, useState } from 'react'
import * as contract from '#contract/moderation/measures.ts'
import { closeReport, REASON_MAX } from '#contract/moderation/queue.ts'
import { call } from '#src/api/call.ts'
import { useChange } from '#src/cache/useChange.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { measureLength } from '#src/ui/measure-length.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import { Row } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { durations, toEnd } from './durations.ts'

type MeasureKind = 'hide' | 'show' | 'delete' | 'picture' | 'warn' | 'suspend' | 'reinstate' | 'note' | 'close'

interface MeasureSubject {
  readonly member: string
  readonly broadcast?: number | undefined
  readonly reply?: number | undefined
  readonly report?: number | undefined
}

interface Measure {
  readonly title: (member: string, subject: MeasureSubject) => string
  readonly consequence: (member: string) => string
  readonly button: string
  /** The label of the button that opens the dialog, if not the same. */
  readonly offer?: string
  readonly done: (member: string, subject: MeasureSubject) => string
  readonly failure: string
  /** `shown`: the member reads it. `optional`: it may stay empty. */
  readonly reason: 'shown' | 'internal' | 'optional'
  readonly send: (subject: MeasureSubject, reason: string, until?: string) => Promise<unknown>
}

const nameContent = ({ reply }: MeasureSubject) => (reply === undefined ? 'broadcast' : 'reply')
const toId = ({ reply, broadcast }: MeasureSubject) => reply ?? broadcast ?? 0
const about = ({ report }: MeasureSubject, reason: string) => ({
  reason: reason || undefined,
  report,
  client_id: uuid(),
})

const measures: Readonly<Record<MeasureKind, Measure>> = {
  hide: {
    title: (_member, subject) => `Hide the ${nameContent(subject)}?`,
    consequence: (member) => `Only ${member} sees it until an admin shows it again. ${member} reads the reason.`,
    button: 'Hide',
    done: (_member, subject) => `The ${nameContent(subject)} is hidden.`,
    failure: contract.hideBroadcast.failure,
    reason: 'optional',
    send: (subject, reason) =>
      call(subject.reply === undefined ? contract.hideBroadcast : contract.hideReply, {
        id: toId(subject),
        is_hidden: 'true',
        ...about(subject, reason),
      }),
  },
  show: {
    title: (_member, subject) => `Show the ${nameContent(subject)} again?`,
    consequence: () => 'Others see it again.',
    button: 'Show Again',
    done: (_member, subject) => `The ${nameContent(subject)} is shown again.`,
    failure: 'Failed to show it again',
    reason: 'internal',
    send: (subject, reason) =>
      call(subject.reply === undefined ? contract.hideBroadcast : contract.hideReply, {
        id: toId(subject),
        is_hidden: 'false',
        ...about(subject, reason),
      }),
  },
  delete: {
    title: (_member, subject) => `Delete the ${nameContent(subject)}?`,
    consequence: (member) => `It cannot be restored. ${member} reads the reason.`,
    button: 'Delete',
    done: (_member, subject) => `The ${nameContent(subject)} is deleted.`,
    failure: contract.takeDownBroadcast.failure,
    reason: 'optional',
    send: (subject, reason) =>
      call(subject.reply === undefined ? contract.takeDownBroadcast : contract.takeDownReply, {
        id: toId(subject),
        ...about(subject, reason),
      }),
  },
  picture: {
    title: (member) => `Delete the picture of ${member}?`,
    consequence: (member) => `An avatar replaces it. ${member} reads the reason.`,
    button: 'Delete',
    offer: 'Delete Picture',
    done: () => 'The picture is deleted.',
    failure: contract.takeDownPicture.failure,
    reason: 'optional',
    send: (subject, reason) => call(contract.takeDownPicture, { member: subject.member, ...about(subject, reason) }),
  },
  warn: {
    title: (member) => `Warn ${member}`,
    consequence: (member) => `${member} reads it above the feed until it is confirmed.`,
    button: 'Warn',
    done: (member) => `${member} reads the warning.`,
    failure: contract.warnMember.failure,
    reason: 'shown',
    send: (subject, reason) => call(contract.warnMember, { member: subject.member, ...about(subject, reason), reason }),
  },
  suspend: {
    title: (member) => `Suspend ${member}`,
    consequence: (member) =>
      `${member} can read and export, but neither share, write, like nor swap. What is waiting on their devices is sent when it ends.`,
    button: 'Suspend',
    done: (member) => `${member} is suspended.`,
    failure: contract.suspendMember.failure,
    reason: 'shown',
    send: (subject, reason, until) =>
      call(contract.suspendMember, { member: subject.member, ...about(subject, reason), reason, until }),
  },
  reinstate: {
    title: (member) => `Reinstate ${member}?`,
    consequence: () => 'The suspension ends at once.',
    button: 'Reinstate',
    done: (member) => `${member} is reinstated.`,
    failure: contract.reinstateMember.failure,
    reason: 'internal',
    send: ({ member }, reason) =>
      call(contract.reinstateMember, { member, reason: reason || undefined, client_id: uuid() }),
  },
  note: {
    title: (member) => `Note about ${member}`,
    consequence: () => 'Only admins see it.',
    button: 'Save',
    offer: 'Add Note',
    done: () => 'The note is saved.',
    failure: contract.addNote.failure,
    reason: 'shown',
    send: ({ member }, reason) => call(contract.addNote, { member, text: reason, client_id: uuid() }),
  },
  close: {
    title: () => 'Close this report without action?',
    consequence: (member) => `Neither ${member} nor the reporter is notified.`,
    button: 'Close',
    done: () => 'The report is closed.',
    failure: closeReport.failure,
    reason: 'internal',
    send: ({ report = 0 }, reason) => call(closeReport, { id: report, note: reason || undefined, client_id: uuid() }),
  },
}

const reasonLabels = {
  shown: 'Text',
  internal: 'Note for the admins (optional)',
  optional: 'Reason (optional)',
} as const

interface MeasureButtonsProps {
  offered: readonly MeasureKind[]
  subject: MeasureSubject
  /** Further buttons. */
  children?: ReactNode
}

/** Measures about a member or content, each with its dialog. */
export function MeasureButtons({ offered, subject, children }: MeasureButtonsProps) {
  const [kind, setKind] = useState<MeasureKind>()
  return (
    <Row gap="s" wrap>
      {offered.map((each) => (
        <Button key={each} size="s" variant="quiet" onClick={() => setKind(each)}>
          {measures[each].offer ?? measures[each].button}
        </Button>
      ))}
      {children}
      {kind && <MeasureDialog kind={kind} subject={subject} onClose={() => setKind(undefined)} />}
    </Row>
  )
}

interface MeasureDialogProps {
  kind: MeasureKind
  subject: MeasureSubject
  onClose: () => void
}

/** Confirms a measure with its consequence, asks for the reason, and sends it. */
function MeasureDialog({ kind, subject, onClose }: MeasureDialogProps) {
  const measure = measures[kind]
  const [reason, setReason] = useState('')
  const [days, setDays] = useState('7')
  const { failure, isBusy, fail, change } = useChange(measure.failure)
  const { note } = measureLength(reason, REASON_MAX)
  const submit = () => {
    if (measure.reason === 'shown' && reason.trim() === '') return fail('Please write a reason.')
    const until = kind === 'suspend' ? toEnd(days, Date.now()) : undefined
    const send = async () => {
      await measure.send(subject, reason.trim(), until)
      onClose()
    }
    return change(send, measure.done(subject.member, subject))
  }
  return (
    <FormDialog
      title={measure.title(subject.member, subject)}
      submit={measure.button}
      isDangerous={kind === 'delete'}
      onSubmit={submit}
      {...{ failure, isBusy, onClose }}
    >
      <Text>{measure.consequence(subject.member)}</Text>
      {kind === 'suspend' && <SelectField label="For" value={days} onChange={setDays} options={durations} />}
      <TextArea
        label={kind === 'warn' || kind === 'suspend' ? 'Reason' : reasonLabels[measure.reason]}
        rows={4}
        {...note}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  )
}

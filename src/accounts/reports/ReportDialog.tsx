import { nameKey } from '#contract/accounts/names.ts'
import { REPORT_MAX } from '#contract/accounts/reports.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { useDraft } from '#src/cache/useDraft.ts'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { measureLength } from '#src/ui/measure-length.ts'
import { Text } from '#src/ui/Text.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { toast } from '#src/ui/toast.ts'
import { report } from '../actions.ts'
import { useSession } from '../session/session.ts'

export interface Reported {
  type: 'Broadcast' | 'Reply' | 'Message' | 'Swap'
  id: number
}

interface ReportDialogProps {
  name: string
  related?: Reported | undefined
  onClose: () => void
}

/** Requests a reason and retains the text until the report is safely stored. */
export function ReportDialog({ name, related, onClose }: ReportDialogProps) {
  const { text, setText, clear } = useDraft(`report:${nameKey(name)}`)
  const { member } = useSession()
  const { dispatch } = useDispatch()
  const { isTooLong, note } = measureLength(text, REPORT_MAX)
  const submit = async () => {
    if (member === null) return
    const what = related ? { relatedtype: related.type, relatedid: related.id } : {}
    if (!(await dispatch(report, { user: member, other: name, reason: text.trim(), ...what }))) return
    toast({ title: `Your report about ${name} goes to the admins.` })
    await clear()
    onClose()
  }
  return (
    <FormDialog
      title={`Report ${name}`}
      submit="Report"
      isReady={text.trim() !== '' && !isTooLong}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text>{about(name, related)} Only an admin sees it.</Text>
      <TextArea label="Reason" rows={5} {...note} value={text} onChange={setText} />
    </FormDialog>
  )
}

const about = (name: string, related: Reported | undefined) =>
  related ? `This is about a ${related.type.toLowerCase()} of ${name}.` : `This is about ${name} as a member.`

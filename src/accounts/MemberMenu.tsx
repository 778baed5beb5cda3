import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isDeletedMember } from '#contract/accounts/deleted-member.ts'
import { isSameName } from '#contract/accounts/names.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { moreIcon } from '#src/ui/later-icons.ts'
import { Stack } from '#src/ui/Stack.tsx'
import { BlockDialog } from './blocks/BlockDialog.tsx'
import { useBlockActions } from './blocks/useBlockActions.ts'
import { useBlockState } from './blocks/useBlockState.ts'
import { ReportDialog, type Reported } from './reports/ReportDialog.tsx'
import { useSession } from './session/session.ts'
import { useIsAdmin } from './useIsAdmin.ts'

interface MemberMenuProps {
  /** The other member. */
  name: string
  /** The member's content, if a report would be about that. */
  related?: Reported
  variant?: 'quiet' | 'bare'
}

type Step = 'closed' | 'menu' | 'block' | 'mute' | 'report'

/**
 * Mute, block and report, in a menu. Renders nothing for visitors, the user's own name, System and
 * deleted members.
 */
export function MemberMenu({ name, related, variant = 'quiet' }: MemberMenuProps) {
  const { member } = useSession()
  const [step, setStep] = useState<Step>('closed')
  const close = () => setStep('closed')
  if (member === null || isSameName(member, name) || name === 'System' || isDeletedMember(name)) return null
  return (
    <>
      <IconButton
        icon={moreIcon}
        variant={variant}
        label={`More about ${name}`}
        aria-haspopup="dialog"
        onClick={() => setStep('menu')}
      />
      {step === 'menu' && <Menu {...{ member, name }} onStep={setStep} />}
      {(step === 'block' || step === 'mute') && <BlockDialog kind={step} name={name} onClose={close} />}
      {step === 'report' && <ReportDialog name={name} related={related} onClose={close} />}
    </>
  )
}

interface MenuProps {
  member: string
  name: string
  onStep: (step: Step) => void
}

function Menu({ member, name, onStep }: MenuProps) {
  const isAdmin = useIsAdmin(member)
  const { isBlocked, isMuted } = useBlockState(name, { enabled: true })
  const { unblockOrUnmute } = useBlockActions(name)
  const end = (kind: 'block' | 'mute') => {
    onStep('closed')
    void unblockOrUnmute(kind)
  }
  return (
    <Dialog isOpen onClose={() => onStep('closed')} title={name}>
      <Stack gap="s">
        <Button block variant="quiet" onClick={() => (isMuted ? end('mute') : onStep('mute'))}>
          {isMuted ? 'Unmute' : 'Mute...'}
        </Button>
        <Button block variant="quiet" onClick={() => (isBlocked ? end('block') : onStep('block'))}>
          {isBlocked ? 'Unblock' : 'Block...'}
        </Button>
        <Button block variant="quiet" onClick={() => onStep('report')}>
          Report...
        </Button>
        {isAdmin && (
          <Button
            block
            variant="quiet"
            render={(linkProps) => <Link to="/admin/members/$username" params={{ username: name }} {...linkProps} />}
          >
            Moderate
          </Button>
        )}
      </Stack>
    </Dialog>
  )
}

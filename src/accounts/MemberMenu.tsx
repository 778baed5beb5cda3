import { type ReactNode, useState } from 'react'
import { isDeletedMember } from '#contract/accounts/deleted-member.ts'
import { isSameName } from '#contract/accounts/names.ts'
import { Button, ButtonLink } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
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

type Step = 'menu' | 'block' | 'mute' | 'report'

/**
 * Mute, block and report, in a menu. Renders nothing for visitors, the user's own name, System and
 * deleted members.
 */
export function MemberMenu({ name, related, variant = 'quiet' }: MemberMenuProps) {
  const { member } = useSession()
  const [isOpen, setOpen] = useState(false)
  if (member === null || isSameName(member, name) || name === 'System' || isDeletedMember(name)) return null
  return (
    <>
      <IconButton
        icon="more"
        variant={variant}
        label={`More about ${name}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen && <MemberDialog {...{ member, name, related }} onClose={() => setOpen(false)} />}
    </>
  )
}

interface MemberDialogProps {
  member: string
  name: string
  related?: Reported | undefined
  onClose: () => void
  /** Further buttons at the end of the menu. */
  children?: ReactNode
}

/** The opened menu and the dialogs of its choices. */
export function MemberDialog({ member, name, related, onClose, children }: MemberDialogProps) {
  const [step, setStep] = useState<Step>('menu')
  if (step === 'report') return <ReportDialog name={name} related={related} onClose={onClose} />
  if (step !== 'menu') return <BlockDialog kind={step} name={name} onClose={onClose} />
  return (
    <Menu {...{ member, name, onClose }} onStep={setStep}>
      {children}
    </Menu>
  )
}

type MenuProps = Omit<MemberDialogProps, 'related'> & { onStep: (step: Step) => void }

function Menu({ member, name, onClose, onStep, children }: MenuProps) {
  const isAdmin = useIsAdmin(member)
  const { isBlocked, isMuted } = useBlockState(name, { enabled: true })
  const { unblockOrUnmute } = useBlockActions(name)
  const end = (kind: 'block' | 'mute') => {
    onClose()
    void unblockOrUnmute(kind)
  }
  return (
    <Dialog isOpen onClose={onClose} title={name}>
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
          <ButtonLink block variant="quiet" to="/admin/members/$username" params={{ username: name }}>
            Moderate
          </ButtonLink>
        )}
        {children}
      </Stack>
    </Dialog>
  )
}

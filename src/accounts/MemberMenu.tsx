import { type ReactNode, useState } from 'react'
import { isDeletedMember } from '#contract/accounts/deleted-member.ts'
import { isSameName } from '#contract/accounts/names.ts'
import { ButtonLink } from '#src/ui/Button.tsx'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { Menu, MenuItem } from '#src/ui/Menu.tsx'
import { MenuButton } from '#src/ui/MenuButton.tsx'
import { Text } from '#src/ui/Text.tsx'
import { useBlockActions } from './blocks/useBlockActions.ts'
import { useBlockState } from './blocks/useBlockState.ts'
import { ReportDialog, type Reported } from './reports/ReportDialog.tsx'
import { useSession } from './session/session.ts'
import { useIsAdmin } from './useIsAdmin.ts'

interface MemberMenuProps {
  name: string
  /** The member's content, if a report would be about that. */
  related?: Reported
  variant?: 'quiet' | 'bare'
}

type Step = 'menu' | 'block' | 'mute' | 'report'

/** Renders nothing for visitors, the user's own name, System and deleted members. */
export function MemberMenu({ name, related, variant = 'quiet' }: MemberMenuProps) {
  const { member } = useSession()
  const [isOpen, setOpen] = useState(false)
  if (member === null || isSameName(member, name) || name === 'System' || isDeletedMember(name)) return null
  return (
    <>
      <MenuButton variant={variant} label={`More about ${name}`} onClick={() => setOpen(true)} />
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

export function MemberDialog({ member, name, related, onClose, children }: MemberDialogProps) {
  const [step, setStep] = useState<Step>('menu')
  if (step === 'report') return <ReportDialog name={name} related={related} onClose={onClose} />
  if (step !== 'menu') return <BlockDialog kind={step} name={name} onClose={onClose} />
  return (
    <Steps {...{ member, name, onClose }} onStep={setStep}>
      {children}
    </Steps>
  )
}

type StepsProps = Omit<MemberDialogProps, 'related'> & { onStep: (step: Step) => void }

function Steps({ member, name, onClose, onStep, children }: StepsProps) {
  const isAdmin = useIsAdmin(member)
  const { isBlocked, isMuted } = useBlockState(name, { enabled: true })
  const { unblockOrUnmute } = useBlockActions(name)
  const end = (kind: 'block' | 'mute') => {
    onClose()
    void unblockOrUnmute(kind)
  }
  return (
    <Menu title={name} onClose={onClose}>
      <MenuItem onClick={() => (isMuted ? end('mute') : onStep('mute'))}>{isMuted ? 'Unmute' : 'Mute...'}</MenuItem>
      <MenuItem onClick={() => (isBlocked ? end('block') : onStep('block'))}>
        {isBlocked ? 'Unblock' : 'Block...'}
      </MenuItem>
      <MenuItem onClick={() => onStep('report')}>Report...</MenuItem>
      {isAdmin && (
        <ButtonLink block variant="quiet" to="/admin/members/$username" params={{ username: name }}>
          Moderate
        </ButtonLink>
      )}
      {children}
    </Menu>
  )
}

interface BlockDialogProps {
  kind: 'block' | 'mute'
  name: string
  onClose: () => void
}

const texts = {
  block: {
    title: (name: string) => `Block ${name}?`,
    does: (name: string) =>
      `You and ${name} can no longer see, follow, like, message or be matched with each other. Follows between you end. ${name} is not told.`,
    button: 'Block',
  },
  mute: {
    title: (name: string) => `Mute ${name}?`,
    does: (name: string) =>
      `You no longer see ${name} in your feed, badges and notifications. You can still open their profile and messages. ${name} is not told.`,
    button: 'Mute',
  },
} as const

function BlockDialog({ kind, name, onClose }: BlockDialogProps) {
  const { blockOrMute } = useBlockActions(name)
  const { title, does, button } = texts[kind]
  const confirm = () => {
    onClose()
    void blockOrMute(kind)
  }
  return (
    <FormDialog title={title(name)} submit={button} isDangerous={kind === 'block'} onSubmit={confirm} onClose={onClose}>
      <Text>{does(name)}</Text>
      <Text tone="quiet">You can end this at any time in Settings.</Text>
    </FormDialog>
  )
}

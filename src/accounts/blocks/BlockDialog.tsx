import { FormDialog } from '#src/ui/FormDialog.tsx'
import { Text } from '#src/ui/Text.tsx'
import { useBlockActions } from './useBlockActions.ts'

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

export function BlockDialog({ kind, name, onClose }: BlockDialogProps) {
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

import { linkIdentity } from '#contract/accounts/single-sign-on.ts'
import { Text } from '#src/ui/Text.tsx'
import { PasswordDialog } from '../PasswordDialog.tsx'
import { startLinking } from './start-sign-in.ts'

interface LinkIdentityDialogProps {
  member: string
  provider: string
  onClose: () => void
}

/** Requests the password, then leads to the provider. */
export const LinkIdentityDialog = ({ member, provider, onClose }: LinkIdentityDialogProps) => (
  <PasswordDialog
    title={`Link ${provider}`}
    submit="Continue"
    refused={linkIdentity.failure}
    onConfirm={(password) => startLinking(member, password)}
    onClose={onClose}
  >
    <Text>You then sign in at {provider} and come back here.</Text>
  </PasswordDialog>
)

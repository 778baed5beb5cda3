import { createFileRoute } from '@tanstack/react-router'
import { Passkeys } from '#src/accounts/passkeys/Passkeys.tsx'
import { ChangeEmail } from '#src/accounts/profile/ChangeEmail.tsx'
import { ChangePassword } from '#src/accounts/session/ChangePassword.tsx'
import { SignedInDevices } from '#src/accounts/sessions/SignedInDevices.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { MemberScreen } from './-screens/MemberScreen.tsx'

export const Route = createFileRoute('/settings_/security')({
  staticData: { title: 'Sign-in and security' },
  component: Security,
})

function Security() {
  return (
    <MemberScreen title="Sign-in and security">
      {(member) => (
        <Stack gap="xxl">
          <SignedInDevices member={member} />
          <Passkeys member={member} />
          <ChangePassword member={member} />
          <ChangeEmail member={member} />
        </Stack>
      )}
    </MemberScreen>
  )
}

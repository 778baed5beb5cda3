import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { Passkeys } from '#src/accounts/passkeys/Passkeys.tsx'
import { ChangeEmail } from '#src/accounts/profile/ChangeEmail.tsx'
import { SignedInDevices } from '#src/accounts/sessions/SignedInDevices.tsx'
import { ChangePassword } from '#src/accounts/sign-in/ChangePassword.tsx'
import { LinkedIdentity } from '#src/accounts/single-sign-on/LinkedIdentity.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { MemberScreen } from './-screens/MemberScreen.tsx'

export const Route = createFileRoute('/settings_/security')({
  /** `sso`: how linking an identity has ended. */
  validateSearch: v.object({ sso: v.optional(v.string()) }),
  staticData: { title: 'Sign-in and security', beside: 'settings' },
  component: Security,
})

function Security() {
  const { sso } = Route.useSearch()
  return (
    <MemberScreen title="Sign-in and security">
      {(member) => (
        <Stack gap="xxl">
          {/* First after linking: the outcome would be below the fold. */}
          {sso !== undefined && <LinkedIdentity member={member} outcome={sso} />}
          <SignedInDevices member={member} />
          <Passkeys member={member} />
          {sso === undefined && <LinkedIdentity member={member} />}
          <ChangePassword member={member} />
          <ChangeEmail member={member} />
        </Stack>
      )}
    </MemberScreen>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { PrivacyAndData } from '#src/accounts/privacy/PrivacyAndData.tsx'
import { Invitations } from '#src/instance/Invitations.tsx'
import { useUnsent } from '#src/outbox/useUnsent.ts'
import { Section } from '#src/ui/Section.tsx'
import { MemberScreen } from './-screens/MemberScreen.tsx'

export const Route = createFileRoute('/settings_/privacy')({
  staticData: { title: 'Privacy and data', beside: 'settings' },
  component: Privacy,
})

function Privacy() {
  const unsent = useUnsent().count
  return (
    <MemberScreen title="Privacy and data">
      {(member) => (
        <PrivacyAndData member={member} unsent={unsent}>
          <Section title="Invitations">
            <Invitations member={member} />
          </Section>
        </PrivacyAndData>
      )}
    </MemberScreen>
  )
}

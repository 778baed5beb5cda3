import type { UserProfile } from '#contract/accounts/user-profile.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Figure, Note } from '#src/ui/Text.tsx'
import { Title } from '#src/ui/Title.tsx'

/** A member's picture, name and swag; the swag goes below a name that needs the room. */
export function ProfileCard({ profile }: { profile: UserProfile }) {
  return (
    <Row gap="l">
      <Avatar name={profile.profile} picture={profile.pfpxl || profile.pfpmed} size="l" />
      <Row gap="s" wrap grow>
        <Stack gap="xxs" grow="content">
          <Title>{profile.profile}</Title>
          {profile.admin === 1 && <Note>Admin</Note>}
        </Stack>
        <Stack gap="none" align="end">
          <Figure size="l" tone="swag">
            {profile.swag}
          </Figure>
          <Note>swag</Note>
        </Stack>
      </Row>
    </Row>
  )
}

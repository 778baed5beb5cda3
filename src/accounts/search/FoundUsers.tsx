import { isSameName } from '#contract/accounts/names.ts'
import type { UserProfile } from '#contract/accounts/user-profile.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { ButtonLink } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { listRole } from '#src/ui/list-role.ts'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Figure, Note } from '#src/ui/Text.tsx'
import { Title } from '#src/ui/Title.tsx'
import { withOwnLast } from '../people/own-last.ts'
import { PersonRow } from '../people/PersonRow.tsx'
import { useSession } from '../session/session.ts'

/** The most results that our server returns for a search. */
const MOST = 20

/** Search results, best first: one match as a card, several as a list with the user last. */
export function FoundUsers({ found }: { found: readonly UserProfile[] }) {
  const { member } = useSession()
  const [best, ...others] = found
  if (best && others.length === 0) return <FoundUser profile={best} />
  return (
    <Stack gap="m">
      <Note>
        {found.length >= MOST
          ? `The first ${found.length} matches. Enter more of the name to narrow them down.`
          : `${found.length} matches`}
      </Note>
      <Card pad="none">
        <ul {...listRole} aria-label="Matches">
          {withOwnLast(found, member).map(({ profile: name, swag, pfpmed, pfpsm }) => (
            <li key={name}>
              <PersonRow person={{ name, swag, pfpmed, pfpsm }} isStill />
            </li>
          ))}
        </ul>
      </Card>
    </Stack>
  )
}

function FoundUser({ profile }: { profile: UserProfile }) {
  const { member } = useSession()
  const isOwn = member !== null && isSameName(profile.profile, member)
  return (
    <Card>
      <Stack gap="l">
        <ProfileCard profile={profile} />
        {!isOwn && (
          <ButtonLink block variant="quiet" to="/profile/$username" params={{ username: profile.profile }}>
            View Profile
          </ButtonLink>
        )}
      </Stack>
    </Card>
  )
}

/** A member's picture, name and swag; the swag goes below a name that needs the room. */
function ProfileCard({ profile }: { profile: UserProfile }) {
  return (
    <Row gap="l" wrap>
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

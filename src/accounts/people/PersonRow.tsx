import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { isSameName } from '#contract/accounts/names.ts'
import { useLive } from '#src/cache/useLive.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Text } from '#src/ui/Text.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { profileQuery } from '../queries.ts'
import { useSession } from '../session/session.ts'
import type { Listed } from './overlay.ts'
import * as css from './PeopleList.css.ts'

interface PersonRowProps {
  person: Listed
  /** The list rests: rows that fly by ask for nothing. */
  isStill: boolean
}

/** One person of a list: face, name, swag, and the way to the profile but for oneself. */
export const PersonRow = memo(function PersonRow({ person, isStill }: PersonRowProps) {
  const { member } = useSession()
  const { name, swag, picture } = useFaceOf(person, isStill)
  const isOwn = member !== null && isSameName(name, member)
  return (
    <div className={css.row}>
      <Avatar name={name} picture={picture} />
      <div className={css.words}>
        <Text as="span" strong oneLine>
          {name}
        </Text>
        <Text as="span" tone="swag" size="s">
          {swag === undefined ? '\u00a0' : `${swag} swag`}
        </Text>
      </div>
      {!isOwn && (
        <Button
          size="s"
          variant="quiet"
          render={({ children, ...look }) => (
            <Link to="/profile/$username" params={{ username: name }} {...look}>
              {children}
              <VisuallyHidden> of {name}</VisuallyHidden>
            </Link>
          )}
        >
          View Profile
        </Button>
      )}
    </div>
  )
})

/** A host of the spec alone lists names: swag and picture are asked for where a row rests in sight. */
function useFaceOf(person: Listed, isStill: boolean) {
  const isWhole = person.swag !== undefined
  const { value } = useLive(profileQuery(person.name), { enabled: !isWhole && isStill })
  const profile = value?.profile
  return {
    name: person.name,
    swag: person.swag ?? profile?.swag,
    picture: person.pfpmed || person.pfpsm || profile?.pfpmed || profile?.pfpsm,
  }
}

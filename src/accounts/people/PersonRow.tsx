import { memo } from 'react'
import { isSameName } from '#contract/accounts/names.ts'
import { useLive } from '#src/cache/useLive.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { ButtonLink } from '#src/ui/Button.tsx'
import { Text } from '#src/ui/Text.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { profileQuery } from '../queries.ts'
import { useSession } from '../session/session.ts'
import type { Listed } from './overlay.ts'
import * as css from './PersonRow.css.ts'

interface PersonRowProps {
  person: Listed
  /** Whether the list is not scrolling: rows that scroll past request nothing. */
  isStill: boolean
}

/** The link to the profile, which the user's own row lacks, covers the row. */
export const PersonRow = memo(function PersonRow({ person, isStill }: PersonRowProps) {
  const { member } = useSession()
  const { name, swag, picture } = useAvatar(person, isStill)
  const isOwn = member !== null && isSameName(name, member)
  return (
    <div className={css.row}>
      <Avatar name={name} picture={picture} />
      <div className={css.words}>
        <Text as="span" strong oneLine>
          <bdi>{name}</bdi>
        </Text>
        <Text as="span" tone="swag" size="s">
          {swag === undefined ? '\u00a0' : `${swag} swag`}
        </Text>
      </div>
      {!isOwn && (
        <ButtonLink size="s" variant="quiet" to="/profile/$username" params={{ username: name }}>
          <span>
            View Profile<VisuallyHidden> of {name}</VisuallyHidden>
          </span>
        </ButtonLink>
      )}
    </div>
  )
})

/** A host without our additions lists names only: the rest is requested once a row has stopped scrolling. */
function useAvatar(person: Listed, isStill: boolean) {
  const isWhole = person.swag !== undefined
  const { value } = useLive(profileQuery(person.name), { enabled: !isWhole && isStill })
  const profile = value?.profile
  return {
    name: person.name,
    swag: person.swag ?? profile?.swag,
    picture: person.pfpmed || person.pfpsm || profile?.pfpmed || profile?.pfpsm,
  }
}

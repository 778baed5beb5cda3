import { Link } from '@tanstack/react-router'
import { isDeletedMember } from '#contract/accounts/deleted-member.ts'
import { profileQuery } from '#src/accounts/queries.ts'
import { useLive } from '#src/cache/useLive.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import * as css from './ConversationHead.css.ts'

/** The other member's picture and the title, as one link to the profile. */
export function ConversationTitle({ conversant }: { conversant: string }) {
  const isDeleted = isDeletedMember(conversant)
  const profile = useLive(profileQuery(conversant), { enabled: !isDeleted }).value?.profile
  if (isDeleted) return <span className={css.name}>{conversant}</span>
  return (
    <Link to="/profile/$username" params={{ username: conversant }} className={css.person}>
      <Avatar name={profile?.profile ?? conversant} picture={profile?.pfpsm || profile?.pfpmed} size="s" />
      <span className={css.name}>@{conversant}</span>
    </Link>
  )
}

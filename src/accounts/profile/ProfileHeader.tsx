import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { UserProfile } from '#contract/accounts/user-profile.ts'
import { useLive } from '#src/cache/useLive.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { inThousands } from '#src/ui/numbers.ts'
import { Action, PosterHead } from '#src/ui/PictureHead.tsx'
import { heading } from '#src/ui/Text.css.ts'
import { Note } from '#src/ui/Text.tsx'
import { tintClass } from '#src/ui/tint-class.ts'
import { type PeopleList, peopleQuery } from '../people/queries.ts'
import * as css from './ProfileHeader.css.ts'

interface ProfileHeaderProps {
  name: string
  /** While it loads, the head has the name and the height. */
  profile?: UserProfile
  back?: ReactNode
  corner?: ReactNode
  actions?: ReactNode
}

const BLANK = '\u00A0'
const roomOfActions = (
  <Action word={BLANK}>
    <span className={css.roomOfAction} />
  </Action>
)

export function ProfileHeader({ name, profile, back, corner, actions = roomOfActions }: ProfileHeaderProps) {
  return (
    <header>
      <PosterHead
        title={name}
        portrait={<Avatar name={name} picture={profile?.pfpxl || profile?.pfplg || profile?.pfpmed} size="xl" />}
        tint={tintClass(name, name)}
        back={back}
        corner={corner}
        actions={actions}
      >
        <h1 className={classNames(heading.display, css.name)} tabIndex={-1}>
          {name}
        </h1>
        {profile?.admin === 1 && <Note>Admin</Note>}
        {profile?.is_private !== 1 && (
          <>
            <div className={css.counts}>
              {profile ? (
                <>
                  <Count list="followers" name={name} />
                  <Count list="following" name={name} />
                </>
              ) : (
                <span className={css.count}>{BLANK}</span>
              )}
            </div>
            <div className={profile ? css.swag : css.roomOfSwag}>
              {profile?.swag ?? BLANK} <span>swag</span>
            </div>
          </>
        )}
      </PosterHead>
    </header>
  )
}

const labels = {
  followers: (count: number | undefined) => (count === 1 ? 'follower' : 'followers'),
  following: () => 'following',
}

function Count({ list, name }: { list: PeopleList; name: string }) {
  const { value, error } = useLive(peopleQuery(list, name))
  // The room stays, so that nothing moves.
  if (value === undefined && error !== null) return <span className={css.count}>{BLANK}</span>
  const count = value && (value.total ?? value.people.length)
  return (
    <Link to={`/${list}/$username`} params={{ username: name }} className={css.count}>
      {count === undefined ? <span className={css.room} /> : <span className={css.number}>{inThousands(count)} </span>}
      {labels[list](count)}
    </Link>
  )
}

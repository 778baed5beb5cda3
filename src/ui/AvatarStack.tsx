import { Avatar } from './Avatar.tsx'
import { member, stack } from './AvatarStack.css.ts'

interface AvatarStackProps {
  /** In order of importance: the first is shown whole. */
  members: readonly { name: string; picture: string }[]
}

/** Portraits in a row, each over a part of the one before. */
export const AvatarStack = ({ members }: AvatarStackProps) => (
  <span className={stack}>
    {members.map(({ name, picture }) => (
      <span key={name} className={member}>
        <Avatar name={name} picture={picture} size="s" />
      </span>
    ))}
  </span>
)

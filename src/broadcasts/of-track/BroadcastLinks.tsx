import { Link } from '@tanstack/react-router'
import { List } from '#src/ui/List.tsx'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { SubjectCard } from '#src/ui/SubjectCard.tsx'

interface BroadcastLinksProps {
  broadcasts: readonly {
    id: number
    user: string
    title: string
    timestamp: string
    pfpsm: string
    track?: { name: string; artist: string } | undefined
  }[]
  empty?: string | undefined
}

export const BroadcastLinks = ({ broadcasts, empty }: BroadcastLinksProps) => (
  <List of={broadcasts} toKey={({ id }) => id} empty={empty}>
    {({ id, user, title, timestamp, pfpsm, track }) => (
      <SubjectCard
        name={user}
        picture={pfpsm}
        link={
          <Link to="/broadcast/$id" params={{ id: String(id) }}>
            {title}
          </Link>
        }
        note={`${user}, `}
        at={timestamp}
        art={track && <Sleeve artist={track.artist} title={track.name} size="s" />}
      />
    )}
  </List>
)

import { Link } from '@tanstack/react-router'
import { List } from '#src/ui/List.tsx'
import { SubjectCard } from '#src/ui/SubjectCard.tsx'

interface BroadcastLinksProps {
  broadcasts: readonly { id: number; user: string; title: string; timestamp: string; pfpsm: string }[]
  empty?: string | undefined
}

export const BroadcastLinks = ({ broadcasts, empty }: BroadcastLinksProps) => (
  <List of={broadcasts} toKey={({ id }) => id} empty={empty}>
    {({ id, user, title, timestamp, pfpsm }) => (
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
      />
    )}
  </List>
)

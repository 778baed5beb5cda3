import { Link } from '@tanstack/react-router'
import { List } from '#src/ui/List.tsx'
import { SubjectCard } from '#src/ui/SubjectCard.tsx'

interface BroadcastLinksProps {
  broadcasts: readonly { id: number; user: string; title: string; timestamp: string; pfpsm: string }[]
}

export const BroadcastLinks = ({ broadcasts }: BroadcastLinksProps) => (
  <List of={broadcasts} toKey={({ id }) => id}>
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

import { Link } from '@tanstack/react-router'
import { Stack } from '#src/ui/Stack.tsx'
import { SubjectCard } from '#src/ui/SubjectCard.tsx'

interface BroadcastLinksProps {
  broadcasts: readonly { id: number; user: string; title: string; timestamp: string; pfpsm: string }[]
}

/** Broadcasts by their captions, each a link. */
export const BroadcastLinks = ({ broadcasts }: BroadcastLinksProps) => (
  <Stack as="ul" gap="s">
    {broadcasts.map(({ id, user, title, timestamp, pfpsm }) => (
      <li key={id}>
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
      </li>
    ))}
  </Stack>
)

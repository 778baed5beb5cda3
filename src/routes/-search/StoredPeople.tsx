import { PersonRow } from '#src/accounts/people/PersonRow.tsx'
import { Card } from '#src/ui/Card.tsx'
import { listRole } from '#src/ui/list-role.ts'
import type { StoredPerson } from './find-stored.ts'

/** Members on the device: their rows request nothing. */
export const StoredPeople = ({ people }: { people: readonly StoredPerson[] }) => (
  <Card pad="none">
    <ul {...listRole} aria-label="Matches">
      {people.map(({ name, picture: pfpsm }) => (
        <li key={name}>
          <PersonRow person={{ name, pfpsm }} isStill={false} />
        </li>
      ))}
    </ul>
  </Card>
)

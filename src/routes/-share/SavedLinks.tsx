import { Link } from '@tanstack/react-router'
import { draftKey, type SharedDraft } from '#src/listening/shared-links/draft-list.ts'
import { parseSharedText } from '#src/listening/shared-links/parse-shared-text.ts'
import { useLookUp } from '#src/listening/shared-links/useLookUp.ts'
import { useSharedDrafts } from '#src/listening/shared-links/useSharedDrafts.ts'
import { Card } from '#src/ui/Card.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { trashIcon } from '#src/ui/later-icons.ts'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { useIsWide } from '#src/ui/useIsWide.ts'
import * as css from './SavedLinks.css.ts'

/** How many links the list looks up: each is a request to a music service. */
const LOOKED_UP = 10

/** The links that are saved on this device, but the one that is open: `without`. */
export function SavedLinks({ without }: { without: string | undefined }) {
  const { drafts, remove } = useSharedDrafts()
  const isWide = useIsWide()
  const others = drafts?.filter(({ fields }) => draftKey(fields) !== without)
  // Below an open link an empty list is noise; beside it, an empty area is.
  if (others === undefined || (others.length === 0 && without !== undefined && !isWide)) return null
  return (
    <Section title="Saved on this device">
      {others.length === 0 ? (
        <Text tone="quiet">
          {without === undefined
            ? 'Links that you paste, or share from another app, are saved until you broadcast, swap or delete them.'
            : 'No other links are saved.'}
        </Text>
      ) : (
        <Stack as="ul" gap="s">
          {others.map((draft, place) => (
            <li key={draftKey(draft.fields)}>
              <SavedLink
                draft={draft}
                isLookedUp={place < LOOKED_UP}
                onDelete={() => void remove(draftKey(draft.fields))}
              />
            </li>
          ))}
        </Stack>
      )}
    </Section>
  )
}

interface SavedLinkProps {
  draft: SharedDraft
  isLookedUp: boolean
  onDelete: () => void
}

function SavedLink({ draft, isLookedUp, onDelete }: SavedLinkProps) {
  const { fields } = draft
  const shared = parseSharedText(fields)
  const lookUp = useLookUp(shared, !isLookedUp || draft.title !== '')
  const title = draft.title || lookUp.title
  const artist = draft.artist || lookUp.artist
  const name = title || shared.link?.url || [fields.title, fields.text, fields.url].find((text) => text !== '') || ''
  return (
    <Card pad="s">
      <Row gap="s" justify="between">
        <Link to="/share" search={fields} className={css.open}>
          <Text as="span" strong oneLine>
            {name}
          </Text>
          <Note as="span" oneLine>
            {artist !== '' && `${artist} · `}
            <RelativeTime at={draft.at} />
          </Note>
        </Link>
        <IconButton variant="bare" icon={trashIcon} label={`Delete ${name}`} onClick={onDelete} />
      </Row>
    </Card>
  )
}

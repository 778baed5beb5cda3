import type { ServiceTrack } from '#contract/listening/track-services.ts'
import { Button } from '#src/ui/Button.tsx'
import { Chip, Chips, chipClass } from '#src/ui/Chips.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Heading } from '#src/ui/Text.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { LaterButton } from '../later/LaterButton.tsx'
import { chosenService } from './chosen-service.ts'
import { markAsHeard } from './heard-tracks.ts'
import * as css from './Listen.css.ts'
import { findPreferred, type ListenableTrack, type ListenOption, listListenOptions } from './services.ts'
import { useListen } from './useListen.ts'

interface ServiceChipsProps {
  track: ListenableTrack
  /** Reports that an address leads to another song; not for visitors. */
  onReject: ((link: ServiceTrack) => void) | undefined
}

/** The device remembers the service that was opened last. */
export function ServiceChips({ track, onReject }: ServiceChipsProps) {
  const { play } = useListen(track)
  const preferred = findPreferred(track, chosenService.use())
  const all = listListenOptions(track)
  const [exact, searches] = [all.filter(({ isExact }) => isExact), all.filter(({ isExact }) => !isExact)]
  const renderChip = (option: ListenOption) => (
    <ServiceChip key={option.id} {...{ option, track }} isChosen={play === undefined && option.id === preferred.id} />
  )
  return (
    <Stack as="section" gap="xl">
      {(play ?? exact[0]) && (
        <Stack gap="m">
          <Heading level={2}>Opens in</Heading>
          <Chips isWrapped>
            {play && (
              <Chip isChosen onClick={play}>
                Your library
                <VisuallyHidden>, plays here</VisuallyHidden>
              </Chip>
            )}
            {exact.map(renderChip)}
          </Chips>
          {onReject && <WrongLinks options={exact} onReject={onReject} />}
        </Stack>
      )}
      {searches.length > 0 && (
        <Stack gap="m">
          <Heading level={2}>Search in</Heading>
          <Chips>{searches.map(renderChip)}</Chips>
        </Stack>
      )}
      <LaterButton track={track} />
    </Stack>
  )
}

interface ServiceChipProps {
  option: ListenOption
  track: ListenableTrack
  isChosen: boolean
}

const ServiceChip = ({ option: { id, name, url }, track, isChosen }: ServiceChipProps) => (
  <a
    href={url}
    target="_blank"
    rel="noopener noreferrer"
    className={chipClass(isChosen)}
    onClick={() => {
      chosenService.set(id)
      markAsHeard(track)
    }}
  >
    {name}
    <VisuallyHidden>, opens outside</VisuallyHidden>
  </a>
)

interface WrongLinksProps {
  options: readonly ListenOption[]
  onReject: (link: ServiceTrack) => void
}

/** The reports that an address leads to another song. */
function WrongLinks({ options, onReject }: WrongLinksProps) {
  // YouTube Music has the address of YouTube.
  const rejectable = options.filter(({ id, link }) => link && id !== 'youtube-music')
  if (rejectable.length === 0) return null
  return (
    <details>
      <summary className={css.summary}>Opens another song?</summary>
      {rejectable.map(({ id, name, link }) => (
        <Button key={id} variant="text" size="s" onClick={() => link && onReject(link)}>
          Not this song on {name}
        </Button>
      ))}
    </details>
  )
}

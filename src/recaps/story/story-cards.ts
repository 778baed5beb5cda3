import type { RecapPeriod } from '#contract/recaps/periods.ts'
import type { Recap } from '#contract/recaps/recap.ts'
import { countText, inThousands } from '#src/ui/numbers.ts'
import { type CardContent, toCardContent } from '../cards/card.ts'
import { changeText, findBusiest, hourText } from '../recap-text.ts'

interface StoryCard {
  readonly id: 'plays' | 'track' | 'artists' | 'hours' | 'new' | 'swaps'
  readonly heading: string
  readonly note: string
  /** Sleeves, the most played first; the card is tinted by the first one. */
  readonly sleeves: readonly { readonly artist: string; readonly title: string }[]
  /** 0 to 1 each: days, or hours. */
  readonly bars: readonly number[]
  readonly image: CardContent
}

/** Without sleeves of its own a card has that of the top track. */
type OwnParts = Omit<StoryCard, 'sleeves' | 'bars'> & Partial<Pick<StoryCard, 'sleeves' | 'bars'>>

const SLEEVES = 4
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

type Row = Recap['top_artists'][number]
const toSleeve = ({ artist, name }: Row) => ({ artist, title: name })
const listNames = (rows: readonly Row[]) => rows.map(({ name }) => name).join(', ')

/** Returns the cards for a recap with plays. `noun`: 'week', 'month' or 'year'. */
export function toStoryCards(recap: Recap, period: RecapPeriod, member: string, host: string): readonly StoryCard[] {
  const noun = period.kind
  const whole = toCardContent(recap, period, member, host)
  /** An image has the figures on its card alone. */
  const image = (title: string, part: Partial<CardContent>): CardContent => ({
    ...whole,
    title,
    track: undefined,
    figures: [],
    artists: [],
    bars: [],
    ...part,
  })
  const [track] = recap.top_tracks
  const [artist] = recap.top_artists
  const top = track ? [toSleeve(track)] : []
  const busiest = findBusiest(recap.hours)
  const hours = HOURS.map((hour) => {
    const plays = recap.hours.find((entry) => entry.hour === hour)?.plays ?? 0
    return plays / Math.max(1, busiest?.plays ?? 0)
  })
  const news = recap.top_new_artists
  const cards: (OwnParts | undefined | false)[] = [
    {
      id: 'plays',
      heading: `You played ${countText(recap.tracks, 'track')} by ${countText(recap.artists, 'artist')}.`,
      note: [countText(recap.plays, 'play'), recap.is_open === 0 && changeText(recap, noun)]
        .filter(Boolean)
        .join(' · '),
      sleeves: recap.top_tracks.slice(0, SLEEVES).map(toSleeve),
      bars: whole.bars,
      image: image(whole.title, { figures: whole.figures, bars: whole.bars }),
    },
    track && {
      id: 'track',
      heading: `You played ${track.name} ${countText(track.plays, 'time')}.`,
      note: track.artist,
      image: image('My top track', {
        track: whole.track,
        figures: [{ value: inThousands(track.plays), label: track.plays === 1 ? 'play' : 'plays' }],
      }),
    },
    artist && {
      id: 'artists',
      heading: `${artist.name} was your ${noun}.`,
      note: [countText(artist.plays, 'play'), listNames(recap.top_artists.slice(1, 4))]
        .filter(Boolean)
        .join(' · then '),
      sleeves: recap.top_artists.slice(0, SLEEVES).map(toSleeve),
      image: image('My top artists', { artists: whole.artists }),
    },
    busiest && {
      id: 'hours',
      heading: `Most of it played from ${hourText(busiest.hour)}.`,
      note: `${countText(busiest.plays, 'play')} in that hour of the day`,
      bars: hours,
      image: image('My hours', { figures: [{ value: `${busiest.hour}:00`, label: 'most plays' }], bars: hours }),
    },
    recap.new_artists > 0 &&
      news.length > 0 && {
        id: 'new',
        heading: `${countText(recap.new_artists, 'new artist')} in your ears.`,
        note: listNames(news.slice(0, SLEEVES)),
        sleeves: news.slice(0, SLEEVES).map(toSleeve),
        image: image('New to me', {
          figures: [{ value: inThousands(recap.new_artists), label: 'new' }],
          artists: news.slice(0, 5).map(({ name, plays }) => ({ name, plays: countText(plays, 'play') })),
        }),
      },
    recap.swaps > 0 && {
      id: 'swaps',
      heading: `${countText(recap.swaps, 'swap')}, ${inThousands(recap.swag)} swag.`,
      note: 'Two sides to every track.',
      image: image('My swaps', {
        figures: [
          { value: inThousands(recap.swaps), label: recap.swaps === 1 ? 'swap' : 'swaps' },
          { value: inThousands(recap.swag), label: 'swag' },
        ],
      }),
    },
  ]
  return cards.flatMap((card) => (card ? [{ sleeves: top, bars: [], ...card }] : []))
}

/** Artists with the same listeners. `words` make the titles that are not listed. */
export interface Scene {
  readonly name: string
  readonly artists: readonly string[]
  /** The first title words, then the last words. */
  readonly words: readonly [readonly string[], readonly string[]]
}

const parseList = (text: string): readonly string[] => text.trim().split(/,\s+/)

/** All artists are invented. */
export const scenes: readonly Scene[] = [
  {
    name: 'late bus pop',
    artists: parseList(`
      Lamplight Parade, Paola Verne, The Window Seats, Dial Tone Summer, Cosmic Laundry, Juniper Falls Down,
      Tender Traffic, Velvet Kiosk, Girl From Accounting, Midweek Fireworks, Soft Exit, Marzipan Riot,
      The Last Connection`),
    words: [
      parseList('Last, Neon, Borrowed, Wrong, Slow, Platform, Rainy, Second, Secret, Missed'),
      parseList('Stop, Umbrella, Summer, Transfer, Crush, Window, Raincoat, Number, Goodbye, Tuesday'),
    ],
  },
  {
    name: 'wide open ambient',
    artists: parseList(`
      The Quiet Meridian, Ulla Brandt, Far Weather, Cartographer, Pale Instruments, Snowfield Telephone,
      Ten Thousand Reeds, Isobar, Nocturne Committee, The Long Exposure, Harmonic Shoreline, Grain of the Wood`),
    words: [
      parseList('Salt, Still, Northern, Distant, Low, Grey, Inland, Slow, Unlit, Paper'),
      parseList('Tide, Plain, Radio, Horizon, Drift, Weather, Lake, Signal, Hours, Fog'),
    ],
  },
  {
    name: 'clockwork indie',
    artists: parseList(`
      Ada & the Engines, Brass Tacks Orchestra, Punchcard, The Difference, Mister Gearbox, Hand-Wound,
      Escapement, Twelve Small Motors, The Patent Office, Flywheel Social, Copper Daughters, Inventor’s Wife,
      The Loom Breakers`),
    words: [
      parseList('Paper, Clockwork, Copper, Unwound, Seven, Borrowed, Tiny, Perpetual, Broken, Analytical'),
      parseList('Moons, Hearts, Spring, Machine, Engine, Key, Ticket, Almanac, Parade, Calendar'),
    ],
  },
  {
    name: 'moth folk',
    artists: parseList(`
      Mothlight, Hester Quill, The Barn Owls of Reason, Candle Tax, Wren & Hollow, Old Mill Telegram,
      Thistle Sermon, Low Orchard, Sister Lantern, The Apple Thieves, Bramble County, Foxglove Union`),
    words: [
      parseList('Hollow, Barn, Candle, Wild, Hill, Mother’s, Winter, Orchard, Crow, Lonesome'),
      parseList('Road, Lantern, Song, Fire, Window, Prayer, Ladder, Fence, Supper, Bones'),
    ],
  },
  {
    name: 'underpass techno',
    artists: parseList(`
      Nine Rooms, Bleak Friday, Concrete Lullaby, Motorway Church, KLZ-9, Afterhours Bakery, The Ventilation,
      Terminal Two, Sodium, Cold Storage Club, Ghost Elevator, Parallax Parking, Undervolt`),
    words: [
      parseList('Exit, Level, Concrete, Night, Zone, Red, Heavy, Ring, Empty, Sub'),
      parseList('Road, Minus Four, Shift, Tunnel, Ramp, Light, Pressure, Current, Garage, Loop'),
    ],
  },
  {
    name: 'slow stone',
    artists: parseList(`
      Basalt Choir, Tectonic Hymn, Granite Mother, The Seventh Quarry, Obelisk Season, Deep Fault,
      Monolith & Daughters, Gravel Saints, Eroder, Slate Cathedral, Ironwater, The Weight of Hills`),
    words: [
      parseList('Black, Under, Mountain, First, Molten, Buried, Ash, Ancient, Heavy, Stone'),
      parseList('Psalm, Earth, Throne, Water, Hymn, Sleep, Procession, Bell, Fault, Bride'),
    ],
  },
  {
    name: 'kitchen jazz',
    artists: parseList(`
      The Simmering, Otis Plum Quartet, Ladle, Saffron & Sons, Late Breakfast Trio, Uncle Cardamom,
      The Blue Apron, Marguerite Sole, Counterspace, Burnt Toast Society, Low Heat, Nine O’Clock Soup`),
    words: [
      parseList('Blue, Midnight, Lemon, Sunday, Cold, Cast Iron, Sweet, Second, Burnt, Quiet'),
      parseList('Coffee, Butter, Spoon, Kitchen, Waltz, Marmalade, Plate, Steam, Recipe, Onion'),
    ],
  },
  {
    name: 'harbour disco',
    artists: parseList(`
      Captain Sequin, Port Authority, Foghorn Deluxe, Mermaid Payroll, The Glitter Dockers, Tugboat Romance,
      Anchor Baby Anchor, Ferry Nice, Starboard Side, Neptune’s Cousin, Cargo Culture, Disco Estuary`),
    words: [
      parseList('Sequin, High, Harbour, Silver, Hot, Mirror, Saturday, Deep, Champagne, Sailor'),
      parseList('Tide, Fever, Anchor, Boogie, Cargo, Whistle, Lights, Deck, Romance, Captain'),
    ],
  },
  {
    name: 'basement noise',
    artists: parseList(`
      Wet Carpet, Landlord, The Fuse Box, Tinnitus for Kids, Mildew Prom, No Deposit, Boiler Inspector,
      Feedback Form, Rat King Cole, Damp Proof, Two Broken Amps, Hum, Eviction Notes`),
    words: [
      parseList('Rent, Wet, Broken, No, Loud, Rusty, Angry, Cheap, Dead, Third'),
      parseList('Strike, Socket, Neighbour, Deposit, Drill, Pipe, Weekend, Complaint, Fuse, Noise'),
    ],
  },
  {
    name: 'desert surf',
    artists: parseList(`
      Dune Patrol, Cactus Telegraph, The Dry Waves, Mirage a Trois, Lizard Holiday, Sandy Vega,
      Coyote Matinee, Gasoline Sundown, The Tumbleweeds of Mars, Agave Nights, Highway Shrine, Oasis Motel`),
    words: [
      parseList('Dry, Desert, Golden, Rattlesnake, Mirage, Endless, Dusty, Lazy, Ghost, Chrome'),
      parseList('Wave, Highway, Motel, Sunset, Canyon, Wagon, Lagoon, Rider, Mile, Siesta'),
    ],
  },
]

/** Well-known songs, their artists' most popular ones. */
export const knownSongs: Readonly<Record<string, readonly string[]>> = {
  'Lamplight Parade': ['Night Bus', 'Left Luggage', 'Every Streetlight Knows'],
  'The Quiet Meridian': ['Salt Flats', 'Noon at the Equator', 'A Map of Nothing Much'],
  'Ada & the Engines': ['Paper Moons', 'Love Letter on Punched Tape', 'Half a Differential'],
  Mothlight: ['Kerosene', 'Porch Light Elegy', 'Dust on the Wing'],
  'Nine Rooms': ['Overpass', 'Room Six Is Locked', 'Service Entrance'],
  'Basalt Choir': ['Cooling Slowly', 'Hexagons', 'The Sea Stack'],
  'The Simmering': ['Twenty Minutes, Covered', 'Do Not Stir'],
  'Captain Sequin': ['Walk the Plank (Extended)', 'All Hands'],
  Landlord: ['I Am Fixing the Boiler', 'Normal Wear and Tear'],
  'Dune Patrol': ['Nothing to Rescue', 'Shade'],
  'Girl From Accounting': ['Rounding Error', 'Per My Last Love Letter'],
  'Hester Quill': ['Ink', 'The Hare on the Hill'],
}

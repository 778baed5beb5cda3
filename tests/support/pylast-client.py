"""Logs in with pylast as a desktop program does, and calls every method that players use.

Arguments: host and port of the server. Prints the address of the page on which the member allows
the program, waits for a line, and prints what it has read as JSON.
"""
import json
import sys

import pylast

host = sys.argv[1]
network = pylast.LibreFMNetwork(api_key="key of a program", api_secret="secret")
network.homepage = f"https://{host}"
network.ws_server = (host, "/2.0/")
login = pylast.SessionKeyGenerator(network)
page = login.get_web_auth_url()
refusals = []
try:
    login.get_web_auth_session_key(page)
except pylast.WSError as error:
    refusals.append(error.get_id())
print(page, flush=True)
sys.stdin.readline()
network.session_key = login.get_web_auth_session_key(page)
try:
    login.get_web_auth_session_key(page)
except pylast.WSError as error:
    refusals.append(error.get_id())

user = network.get_user("Ada")
network.scrobble(artist="Sol Ferro", title="Öde & <Fog>", timestamp=int(sys.argv[2]) - 300, album="Weather")
network.update_now_playing(artist="Sol Ferro", title="Tide", duration=200)
track = network.get_track("Sol Ferro", "Öde & <Fog>")
track.love()
loved = [(item.track.artist.name, item.track.title) for item in user.get_loved_tracks()]
track.unlove()


def names(items):
    return [(item.item.get_name(), int(item.weight)) for item in items]


def info(item):
    item.username = "Ada"
    return (item.get_userplaycount(), item.get_playcount(), item.get_listener_count())


week = (int(sys.argv[2]) - 7 * 86_400, int(sys.argv[2]) + 60)
artist = network.get_artist("Sol Ferro")
album = network.get_album("Sol Ferro", "Weather")

print(
    json.dumps(
        {
            "track": info(track),
            "track_loved": track.get_userloved(),
            "artist": info(artist),
            "album": info(album),
            "whole_weeks": user.get_weekly_chart_dates(),
            "weekly_artists": names(user.get_weekly_artist_charts(*week)),
            "weekly_albums": names(user.get_weekly_album_charts(*week)),
            "weekly_tracks": names(user.get_weekly_track_charts(*week)),
            "scrobbles": [
                int(item.timestamp) for item in user.get_track_scrobbles("Sol Ferro", "Öde & <Fog>")
            ],
            "friends": [friend.get_name() for friend in user.get_friends()],
            "refusals": refusals,
            "loved": loved,
            "unloved": len(user.get_loved_tracks()),
            "playcount": user.get_playcount(),
            "image": user.get_image(),
            "recent": [(item.track.title, item.album) for item in user.get_recent_tracks(limit=5)],
            "artists": names(user.get_top_artists(limit=5)),
            "tracks": names(user.get_top_tracks(period=pylast.PERIOD_7DAYS, limit=5)),
            "albums": names(user.get_top_albums(limit=5)),
        }
    ),
    flush=True,
)

-- Renames the jobs and preserves their due times.
update jobs set name = renamed.current
from (values
  ('delete old sessions', 'delete-expired-sessions'),
  ('delete old answers to client_ids', 'delete-old-client-ids'),
  ('delete old rate limits', 'delete-old-rate-limits'),
  ('delete old reset links', 'delete-old-password-resets'),
  ('delete old addresses', 'delete-old-addresses'),
  ('delete old authors of deleted broadcasts', 'delete-old-deleted-broadcasts'),
  ('find imports whose server has died', 'fail-dead-imports'),
  ('forget what has ended playing', 'delete-ended-now-playing'),
  ('forget ways to Last.fm', 'purge-lastfm-auth-requests'),
  ('forget turns at services', 'purge-service-slots'),
  ('end unanswered swaps', 'end-unanswered-swaps'),
  ('have charts fetched every day', 'schedule-daily-chart-refresh'),
  ('count what was listened to', 'update-artist-counts'),
  ('look for impossible days', 'check-impossible-days'),
  ('find similar taste', 'update-similar-taste')) as renamed (former, current)
where name = renamed.former;

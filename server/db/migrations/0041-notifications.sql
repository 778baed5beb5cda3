-- Adds Web Push: settings, subscriptions, pushes to send, and the key pair of the server.

create table notification_settings (
  member_id bigint primary key references members on delete cascade,
  off text[] not null default '{}',
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_to smallint check (quiet_to between 0 and 1439),
  time_zone text check (length(time_zone) <= 64),
  check ((quiet_from is null) = (quiet_to is null) and (quiet_from is null) = (time_zone is null))
);

create table push_subscriptions (
  id bigint generated always as identity primary key,
  member_id bigint not null references members on delete cascade,
  session_id bigint not null references sessions (id) on delete cascade,
  endpoint text not null check (length(endpoint) <= 1000),
  host text not null,
  p256dh text not null check (length(p256dh) = 87),
  auth text not null check (length(auth) = 22),
  subscribed_at timestamptz not null,
  pushed_at timestamptz,
  paused_until timestamptz,
  rejections integer not null default 0
);
create unique index push_subscriptions_by_session on push_subscriptions (session_id);
create unique index push_subscriptions_by_endpoint on push_subscriptions (endpoint);
create index push_subscriptions_by_member on push_subscriptions (member_id);

create table pushes (
  subscription_id bigint not null references push_subscriptions on delete cascade,
  tag text not null check (length(tag) <= 100),
  activity_id bigint not null,
  broadcast_id bigint,
  caused_at timestamptz not null,
  due_at timestamptz,
  leased_until timestamptz,
  version integer not null default 0,
  attempts integer not null default 0,
  paused_until timestamptz,
  primary key (subscription_id, tag)
);
create index pushes_due on pushes (due_at) where due_at is not null;
create index pushes_sent on pushes (paused_until) where due_at is null;

create table vapid_keys (
  id integer primary key default 1 check (id = 1),
  public_key text not null,
  private_key bytea not null,
  is_encrypted boolean not null,
  created_at timestamptz not null
);

create index activity_likes_by_broadcast on activity (broadcast_id, id desc) where kind = 'like';

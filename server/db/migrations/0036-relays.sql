-- Adds relays, and the listens that they have to forward.

create table relays (
  member_id bigint not null references members on delete cascade,
  service text not null check (service in ('lastfm', 'listenbrainz')),
  account text not null,
  base_url text,
  secret bytea not null,
  peer text,
  is_on boolean not null default true,
  linked_at timestamptz not null,
  due_at timestamptz,
  leased_until timestamptz,
  attempts integer not null default 0,
  failure text,
  failed_at timestamptz,
  is_stopped boolean not null default false,
  in_flight_to bigint,
  batch_max integer,
  last_sent_at timestamptz,
  sent bigint not null default 0,
  ignored jsonb not null default '{}',
  primary key (member_id, service)
);
create index relays_due on relays (due_at) where due_at is not null;

create table relayed_listens (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  service text not null,
  listened_at timestamptz not null,
  artist text not null,
  title text not null,
  details jsonb,
  added_at timestamptz not null default now(),
  foreign key (member_id, service) references relays on delete cascade
);
create index relayed_listens_by_turn on relayed_listens (member_id, service, id);
create index relayed_listens_by_age on relayed_listens (service, listened_at);

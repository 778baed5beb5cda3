-- Adds the artists of credits.

-- The artists of a credit (`Ada feat. Bo`), which is a row of `artists` too: tracks and plays per
-- day have it, everything else counts for its artists. Names that look like credits are examined
-- again and again, since their artists may become known later.
create table artist_credits (
  credit_id bigint not null references artists,
  position smallint not null,
  artist_id bigint not null references artists,
  joiner text not null,
  primary key (credit_id, position) include (artist_id),
  unique (artist_id, credit_id)
);
create table possible_credits (
  artist_id bigint primary key references artists on delete cascade,
  due_at timestamptz not null default 'epoch'
);
create index possible_credits_by_due on possible_credits (due_at);
create table credit_claims (
  credit_id bigint not null references artists on delete cascade,
  member_id bigint not null references members on delete cascade,
  names text[] not null,
  joiners text[] not null,
  is_weak boolean not null,
  primary key (credit_id, member_id)
);
create index credit_claims_by_member on credit_claims (member_id);
insert into possible_credits (artist_id)
  select id from artists where merged_into is null
    and name ~* ';|,| (•|&|x|with|vs\.?|[([]?(feat|ft|featuring)) |[([ ](feat|ft)\.';

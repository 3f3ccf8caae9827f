import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { PlainTransaction } from '../plain-database.ts'

/**
 * An index of what searches find in texts: three characters each of the values of these keys, folded, as they stand in JSON
 * (`"` as `\"`), with the domain. Triggers keep it, so that versions that do not know of it do too. Names without such a text have
 * no entry. Reads go on meanwhile; writes wait.
 */
export async function up(tx: PlainTransaction, { name }: SqlDialect): Promise<void> {
  for (const statement of name === 'sqlite' ? sqliteStatements : postgresStatements)
    await sql.raw(statement).execute(tx)
}

const keys = [
  'name',
  'description',
  'url',
  'email',
  'com.twitter',
  'com.github',
  'org.telegram',
  'com.discord',
  'xyz.farcaster',
  'com.linkedin',
  'location',
]

/** Three characters for the domain, which texts hardly have, are a trigram of their own. */
const domainToken = (row: string) =>
  `char(983040 + (${row}.domain_key >> 24 & 4095), 987136 + (${row}.domain_key >> 12 & 4095), 991232 + (${row}.domain_key & 4095))`

/** Null without a text. */
function wordsOf(row: string): string {
  const texts = `coalesce(${row}.large_texts, ${row}.records -> '$[0]')`
  return `(
    select ${domainToken(row)} || char(10) || group_concat(lower(substr(quoted, 2, length(quoted) - 2)), char(10)) from (
      select json_quote(value) as quoted from json_each(${texts}) as stored
      where stored.key % 2 = 1 and (${texts} ->> (stored.key - 1)) in (${keys.map((key) => `'${key}'`).join(', ')})
    ) having count(*) > 0
  )`
}

const insertWords = (from: string) => `
  insert into subname_texts (rowid, words)
  select key, words from (select key, ${wordsOf('named')} as words from ${from} as named) where words is not null`

const added = (row: string) =>
  `(select ${row}.key as key, ${row}.domain_key as domain_key, ${row}.records as records, ${row}.large_texts as large_texts)`

const sqliteStatements = [
  `create virtual table subname_texts using fts5(
    words, tokenize = 'trigram case_sensitive 1', content = '', contentless_delete = 1, detail = none
  )`,
  insertWords('subnames'),
  `create trigger subname_texts_insert after insert on subnames begin
    ${insertWords(added('new'))};
  end`,
  `create trigger subname_texts_update after update of records, large_texts on subnames
    when ${wordsOf('old')} is not ${wordsOf('new')}
    begin
      delete from subname_texts where rowid = old.key;
      ${insertWords(added('new'))};
    end`,
  `create trigger subname_texts_delete after delete on subnames begin
    delete from subname_texts where rowid = old.key;
  end`,
]

/** Entries of 32,768 names, in the order of creation, share the numbers of their parts: a search reads the newest first. */
const blockBits = 15

/** The largest prime below 2^31. */
const modulus = 2_147_483_647

const insertTexts = (rows: string) => `
  insert into subname_texts (subname_key, domain_key, words)
  select key, domain_key, words from (
    select key, domain_key, subname_words(records, large_texts) as words from ${rows} offset 0
  ) as worded where words is not null`

const postgresStatements = [
  `create table subname_texts (
    subname_key integer not null,
    domain_key integer not null,
    words text collate "C" not null
  )`,
  // PostgreSQL reads no JSON text with U+0000, so what has escapes is read by an expression.
  `create function subname_words(records text, large_texts text) returns text
    language plpgsql immutable parallel safe as $$
    declare
      searched text[] := '{${keys.join(',')}}';
      key text;
      item text;
      words text;
    begin
      if strpos(coalesce(large_texts, records), '\\') > 0 then
        return (
          select string_agg(lower(pair[2] collate "C"), E'\\n') from regexp_matches(
            coalesce(large_texts, records), '"((?:[^"\\\\]|\\\\.)*)","((?:[^"\\\\]|\\\\.)*)"', 'g'
          ) as pair where pair[1] = any(searched)
        );
      end if;
      foreach item in array array(
        select json_array_elements_text(case when large_texts is null then records::json -> 0 else large_texts::json end)
      ) loop
        if key is null then
          key := item;
        else
          if key = any(searched) then
            words := concat_ws(E'\\n', words, lower(item collate "C"));
          end if;
          key := null;
        end if;
      end loop;
      return words;
    end $$`,
  `create function subname_text_parts(subname_key integer, domain_key integer, words text) returns integer[]
    language plpgsql immutable strict parallel safe as $$
    declare
      block bigint := (subname_key >> ${blockBits}) * 1640531527::bigint;
      parts integer[] := array[(domain_key + block) % ${modulus}];
      one bigint;
      two bigint;
      three bigint;
      letter text;
    begin
      foreach letter in array string_to_array(words, null) loop
        three := ascii(letter);
        if one is not null then
          parts := parts || (((((one << 21) + two) % ${modulus} << 21) + three + block) % ${modulus})::integer;
        end if;
        one := two;
        two := three;
      end loop;
      return parts;
    end $$`,
  // Candidates, newest first: names below \`before\`, from \`oldest\` on, that have all trigrams.
  `create function find_subname_texts(
      in_domain integer, trigrams text[], before integer, oldest integer, wanted integer
    ) returns setof integer language plpgsql stable set enable_seqscan = off as $$
    declare
      newest integer := least(before, (select max(subname_key) + 1 from subname_texts)) - 1;
      parts integer[];
      found integer := 0;
      more integer;
    begin
      for block in reverse newest >> ${blockBits} .. oldest >> ${blockBits} loop
        parts := subname_text_parts(block << ${blockBits}, in_domain, '');
        for number in 1 .. cardinality(trigrams) loop
          parts := parts || (subname_text_parts(block << ${blockBits}, in_domain, trigrams[number]))[2];
        end loop;
        return query
          with matching as materialized (
            select texts.subname_key as key from subname_texts as texts
            where subname_text_parts(texts.subname_key, texts.domain_key, texts.words) @> parts
          )
          select matching.key from matching where matching.key < before and matching.key >= oldest
          order by matching.key desc limit wanted - found;
        get diagnostics more = row_count;
        found := found + more;
        exit when found >= wanted;
      end loop;
    end $$`,
  `select set_config('maintenance_work_mem', '256MB', true)`,
  insertTexts('subnames'),
  'alter table subname_texts add primary key (subname_key)',
  // A search reads the whole pending list for each block.
  `create index subname_texts_by_part on subname_texts using gin (subname_text_parts(subname_key, domain_key, words))
    with (gin_pending_list_limit = 64)`,
  `create function insert_texts() returns trigger language plpgsql as $$ begin
    ${insertTexts('added')};
    return null;
  end $$`,
  `create function update_texts() returns trigger language plpgsql as $$ begin
    with changed as materialized (
      select added.key, added.domain_key, subname_words(added.records, added.large_texts) as words
      from added join gone on gone.key = added.key
      where added.records <> gone.records or added.large_texts is distinct from gone.large_texts
    ), removed as (
      delete from subname_texts using changed where subname_key = changed.key and changed.words is null
    )
    insert into subname_texts (subname_key, domain_key, words)
    select key, domain_key, words from changed where words is not null
    on conflict (subname_key) do update set words = excluded.words where subname_texts.words <> excluded.words;
    return null;
  end $$`,
  `create function delete_texts() returns trigger language plpgsql as $$ begin
    delete from subname_texts where subname_key in (select key from gone);
    return null;
  end $$`,
  `create trigger subname_texts_insert after insert on subnames
    referencing new table as added for each statement execute function insert_texts()`,
  `create trigger subname_texts_update after update on subnames
    referencing old table as gone new table as added for each statement execute function update_texts()`,
  `create trigger subname_texts_delete after delete on subnames
    referencing old table as gone for each statement execute function delete_texts()`,
]

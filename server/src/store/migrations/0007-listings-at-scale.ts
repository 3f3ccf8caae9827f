import { sql } from 'kysely'
import type { SqlDialect } from '../dialect.ts'
import type { StoreTransaction } from '../tables.ts'

/** Names a block. Whoever looks for a place in a list steps over fewer than these; each block takes a row a domain. */
const blockSize = 10_000

/**
 * Cuts the names of each chain, in order of creation, into blocks, and keeps how many names of each domain are in each.
 * The newest names are in no block, so that adding a name, which nearly always makes it the newest, counts nothing.
 *
 * Triggers keep the counts: no writer has to know of them. About every five hundredth name looks whether there are
 * names for one more block.
 */
export const up = async (tx: StoreTransaction, dialect: SqlDialect): Promise<void> => {
  await createBlocks(tx, dialect)
  await createTriggers[dialect.name](tx)
  await cutBlocks(tx)
  await coverAddresses(tx, dialect)
}

const createBlocks = async (tx: StoreTransaction, { createTable, text, integer }: SqlDialect) => {
  // `created_at` and `id` are those of the last name in the block.
  await createTable(tx, 'subname_blocks')
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('number', integer, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull())
    .addColumn('id', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('subname_blocks_in_order', ['chain_id', 'created_at', 'id'])
    .execute()
  await createTable(tx, 'subname_block_counts')
    .addColumn('domain_id', text, (column) => column.notNull())
    .addColumn('number', integer, (column) => column.notNull())
    .addColumn('subname_count', integer, (column) => column.notNull())
    .addColumn('claimed_count', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('subname_block_counts_of_domain', ['domain_id', 'number'])
    .addCheckConstraint('subname_block_counts_of_claimed', sql`claimed_count between 0 and subname_count`)
    .execute()
}

/** Each new block is counted by its trigger. */
const cutBlocks = (tx: StoreTransaction) =>
  sql`
    insert into subname_blocks (chain_id, number, created_at, id)
    select chain_id, place / ${blockSize}, created_at, id from (
      select chain_id, created_at, id,
        row_number() over (partition by chain_id order by created_at, id) as place,
        count(*) over (partition by chain_id) as names
      from subnames
    ) as placed
    where place % ${blockSize} = 0 and place <= names - ${blockSize}
    order by chain_id, place
  `.execute(tx)

/**
 * Repeats in each address whose domain its name is below and whether it is claimed, so that the names of an address, or
 * of a coin, are counted and put in order by an index alone.
 */
const coverAddresses = async (tx: StoreTransaction, { name, createTable, text, integer }: SqlDialect) => {
  await createTable(tx, 'covering_addresses')
    .addColumn('subname_id', text, (column) =>
      // PostgreSQL checks all rows at once in a small part of the time it takes row by row.
      name === 'sqlite' ? column.notNull().references('subnames.id').onDelete('cascade') : column.notNull(),
    )
    .addColumn('coin_type', integer, (column) => column.notNull())
    .addColumn('address', text, (column) => column.notNull())
    .addColumn('chain_id', integer, (column) => column.notNull())
    .addColumn('created_at', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('domain_id', text, (column) => column.notNull().defaultTo(''))
    .addColumn('is_claimed', integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`
    insert into covering_addresses (subname_id, coin_type, address, chain_id, created_at, domain_id, is_claimed)
    select subname_id, coin_type, address, subname_addresses.chain_id, subname_addresses.created_at, domain_id, is_claimed
    from subname_addresses join subnames on id = subname_id
    order by subname_id, coin_type
  `.execute(tx)
  await tx.schema.dropTable('subname_addresses').execute()
  await tx.schema.alterTable('covering_addresses').renameTo('subname_addresses').execute()
  await tx.schema
    .createIndex('subname_addresses_by_coin')
    .on('subname_addresses')
    .columns(['subname_id', 'coin_type'])
    .unique()
    .execute()
  await tx.schema
    .createIndex('subnames_of_address')
    .on('subname_addresses')
    .columns(['chain_id', 'coin_type', 'address', 'created_at', 'subname_id', 'domain_id', 'is_claimed'])
    .execute()
  await tx.schema
    .createIndex('subnames_of_domain_by_coin')
    .on('subname_addresses')
    .columns(['domain_id', 'coin_type', 'created_at', 'subname_id', 'is_claimed'])
    .execute()
  await createAddressTriggers[name](tx)
}

const createAddressTriggers: Record<SqlDialect['name'], (tx: StoreTransaction) => Promise<void>> = {
  sqlite: async (tx) => {
    await sql`
      create trigger subname_addresses_insert after insert on subname_addresses begin
        update subname_addresses set
          domain_id = (select domain_id from subnames where id = new.subname_id),
          is_claimed = (select is_claimed from subnames where id = new.subname_id)
        where subname_id = new.subname_id and coin_type = new.coin_type;
      end
    `.execute(tx)
    await sql`
      create trigger subname_addresses_claim after update of is_claimed on subnames begin
        update subname_addresses set is_claimed = new.is_claimed where subname_id = new.id;
      end
    `.execute(tx)
  },
  postgres: async (tx) => {
    await sql`
      create function cover_subname_address() returns trigger language plpgsql as $$
      begin
        select domain_id, is_claimed into new.domain_id, new.is_claimed from subnames where id = new.subname_id;
        return new;
      end $$
    `.execute(tx)
    await sql`
      create function claim_subname_addresses() returns trigger language plpgsql as $$
      begin
        update subname_addresses set is_claimed = new.is_claimed where subname_id = new.id;
        return null;
      end $$
    `.execute(tx)
    await sql`
      create trigger subname_addresses_insert before insert on subname_addresses
        for each row execute function cover_subname_address()
    `.execute(tx)
    await sql`
      create trigger subname_addresses_claim after update of is_claimed on subnames
        for each row execute function claim_subname_addresses()
    `.execute(tx)
    await tx.schema
      .alterTable('subname_addresses')
      .addForeignKeyConstraint('subname_addresses_of_subname', ['subname_id'], 'subnames', ['id'])
      .onDelete('cascade')
      .execute()
    await sql`analyze subname_addresses`.execute(tx)
  },
}

const createTriggers: Record<SqlDialect['name'], (tx: StoreTransaction) => Promise<void>> = {
  sqlite: async (tx) => {
    const size = sql.lit(blockSize)
    const numberOf = (row: 'new' | 'old') => sql`(
      select number from subname_blocks
      where chain_id = ${sql.ref(`${row}.chain_id`)}
        and (created_at, id) >= (${sql.ref(`${row}.created_at`)}, ${sql.ref(`${row}.id`)})
      order by created_at, id limit 1
    )`
    const behindBlocks = sql`
      chain_id = new.chain_id and (created_at, id) > (
        coalesce((select max(created_at) from subname_blocks where chain_id = new.chain_id), -1),
        coalesce((
          select id from subname_blocks where chain_id = new.chain_id order by created_at desc, id desc limit 1
        ), '')
      )`
    await sql`
      create trigger subname_blocks_counted after insert on subname_blocks begin
        insert into subname_block_counts (domain_id, number, subname_count, claimed_count)
          select domain_id, new.number, count(*), sum(is_claimed) from subnames
          where chain_id = new.chain_id and (created_at, id) <= (new.created_at, new.id) and (created_at, id) > (
            coalesce((
              select max(created_at) from subname_blocks where chain_id = new.chain_id and number = new.number - 1
            ), -1),
            coalesce((
              select id from subname_blocks where chain_id = new.chain_id and number = new.number - 1
            ), '')
          )
          group by domain_id;
      end
    `.execute(tx)
    await sql`
      create trigger subname_blocks_insert after insert on subnames begin
        insert into subname_block_counts (domain_id, number, subname_count, claimed_count)
          select new.domain_id, number, 1, new.is_claimed from (select ${numberOf('new')} as number)
          where number is not null
          on conflict do update set
            subname_count = subname_count + 1, claimed_count = claimed_count + excluded.claimed_count;
      end
    `.execute(tx)
    await sql`
      create trigger subname_blocks_cut after insert on subnames when abs(random() % 500) = 0 begin
        insert into subname_blocks (chain_id, number, created_at, id)
          select new.chain_id,
            coalesce((select max(number) from subname_blocks where chain_id = new.chain_id), 0) + 1,
            created_at, id
          from subnames
          where ${behindBlocks} and exists (
            select 1 from subnames where ${behindBlocks} order by created_at, id limit 1 offset ${size} * 2 - 1
          )
          order by created_at, id limit 1 offset ${size} - 1;
      end
    `.execute(tx)
    await sql`
      create trigger subname_blocks_delete after delete on subnames begin
        update subname_block_counts set
          subname_count = subname_count - 1, claimed_count = claimed_count - old.is_claimed
        where domain_id = old.domain_id and number = ${numberOf('old')};
      end
    `.execute(tx)
    await sql`
      create trigger subname_blocks_claim after update of is_claimed on subnames begin
        update subname_block_counts set claimed_count = claimed_count + new.is_claimed - old.is_claimed
        where domain_id = new.domain_id and number = ${numberOf('new')};
      end
    `.execute(tx)
    await sql`
      create trigger subname_blocks_purge after delete on domains begin
        delete from subname_block_counts where domain_id = old.id;
      end
    `.execute(tx)
  },
  /**
   * Whoever changes names holds a lock that all of them share. A block is cut only when nobody else holds it, and so
   * nothing is changed that the cut does not see; otherwise a later name cuts it.
   */
  postgres: async (tx) => {
    const size = sql.lit(blockSize)
    await sql`
      create function lock_subname_blocks(chain bigint) returns void language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(${sql.lit(lockClass)}, (chain % 2147483647)::int);
      end $$
    `.execute(tx)
    await sql`
      create function count_subname_block() returns trigger language plpgsql as $$
      declare
        last_at bigint;
        last_id text;
      begin
        select created_at, id into last_at, last_id
          from subname_blocks where chain_id = new.chain_id and number = new.number - 1;
        insert into subname_block_counts (domain_id, number, subname_count, claimed_count)
          select domain_id, new.number, count(*), sum(is_claimed) from subnames
          where chain_id = new.chain_id and (created_at, id) <= (new.created_at, new.id)
            and (created_at, id) > (coalesce(last_at, -1), coalesce(last_id, ''))
          group by domain_id;
        return null;
      end $$
    `.execute(tx)
    await sql`
      create function cut_subname_blocks(chain bigint) returns void language plpgsql as $$
      declare
        last record;
        next record;
      begin
        if not pg_try_advisory_xact_lock(${sql.lit(lockClass)}, (chain % 2147483647)::int) then
          return;
        end if;
        loop
          select number, created_at, id into last from subname_blocks
            where chain_id = chain order by created_at desc, id desc limit 1;
          perform 1 from subnames
            where chain_id = chain and (created_at, id) > (coalesce(last.created_at, -1), coalesce(last.id, ''))
            order by created_at, id limit 1 offset ${size} * 2 - 1;
          exit when not found;
          select created_at, id into next from subnames
            where chain_id = chain and (created_at, id) > (coalesce(last.created_at, -1), coalesce(last.id, ''))
            order by created_at, id limit 1 offset ${size} - 1;
          insert into subname_blocks (chain_id, number, created_at, id)
            values (chain, coalesce(last.number, 0) + 1, next.created_at, next.id);
        end loop;
      end $$
    `.execute(tx)
    await sql`
      create function move_subname_blocks() returns trigger language plpgsql as $$
      declare
        sign int := case tg_op when 'INSERT' then 1 else -1 end;
        chain bigint;
      begin
        for chain in select distinct chain_id from moved order by 1 loop
          perform lock_subname_blocks(chain);
        end loop;
        insert into subname_block_counts as kept (domain_id, number, subname_count, claimed_count)
          select domain_id, block.number, count(*), sum(is_claimed)
          from moved cross join lateral (
            select number from subname_blocks as behind
            where behind.chain_id = moved.chain_id
              and (behind.created_at, behind.id) >= (moved.created_at, moved.id)
            order by behind.created_at, behind.id limit 1
          ) as block
          group by domain_id, block.number order by domain_id, block.number
        on conflict (domain_id, number) do update set
          subname_count = kept.subname_count + sign * excluded.subname_count,
          claimed_count = kept.claimed_count + sign * excluded.claimed_count;
        if sign = 1 and random() * 500 < (select count(*) from moved) then
          for chain in select distinct chain_id from moved order by 1 loop
            perform cut_subname_blocks(chain);
          end loop;
        end if;
        return null;
      end $$
    `.execute(tx)
    await sql`
      create function claim_in_subname_blocks() returns trigger language plpgsql as $$
      begin
        perform lock_subname_blocks(new.chain_id);
        update subname_block_counts set claimed_count = claimed_count + new.is_claimed - old.is_claimed
          where domain_id = new.domain_id and number = (
            select number from subname_blocks
            where chain_id = new.chain_id and (created_at, id) >= (new.created_at, new.id)
            order by created_at, id limit 1
          );
        return null;
      end $$
    `.execute(tx)
    await sql`
      create function purge_subname_blocks() returns trigger language plpgsql as $$
      begin
        delete from subname_block_counts where domain_id = old.id;
        return null;
      end $$
    `.execute(tx)
    await sql`
      create trigger subname_blocks_counted after insert on subname_blocks
        for each row execute function count_subname_block()
    `.execute(tx)
    await sql`
      create trigger subname_blocks_insert after insert on subnames
        referencing new table as moved for each statement execute function move_subname_blocks()
    `.execute(tx)
    await sql`
      create trigger subname_blocks_delete after delete on subnames
        referencing old table as moved for each statement execute function move_subname_blocks()
    `.execute(tx)
    await sql`
      create trigger subname_blocks_claim after update of is_claimed on subnames
        for each row execute function claim_in_subname_blocks()
    `.execute(tx)
    await sql`
      create trigger subname_blocks_purge after delete on domains
        for each row execute function purge_subname_blocks()
    `.execute(tx)
  },
}

/** The first half of the advisory lock's number; the chain is the second. "blks" in ASCII. */
const lockClass = 0x626c6b73

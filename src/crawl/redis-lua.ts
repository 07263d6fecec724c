import { REDIS_COMMIT } from './redis-lua-commit.js';
import { REDIS_STATE } from './redis-lua-state.js';

/** ARGV: the fields of `meta` as name and value in turn, then the seeds as JSON `[id, url, host][]`. Made once. */
const OPEN = `
if call('EXISTS', P .. 'meta') == 1 then return 0 end
call('HSET', P .. 'meta', unpack(ARGV, 1, #ARGV - 1))
meetAll(cjson.decode(ARGV[#ARGV]), 0, nil, clock())
return 1`;

/** ARGV: the limits that a resumed crawl has from now on, as name and value in turn. */
const REOPEN = `
local ended = call('HGET', P .. 'meta', 'ended')
if not ended or ended == '' or ended == 'complete' then return 0 end
call('HSET', P .. 'meta', 'ended', '', 'limit', '', 'written', '', unpack(ARGV))
local at = clock()
for _, h in ipairs(call('SMEMBERS', P .. 'full')) do place(h, at) end
return 1`;

/** ARGV: reads there is room for, milliseconds until a read is put into BullMQ again. Gives `[ended, soonest, isHeldUp, job…]`. */
const FEED = `
local at = clock()
local want, again = tonumber(ARGV[1]), at + tonumber(ARGV[2])
local ended = call('HGET', P .. 'meta', 'ended') or ''
if ended ~= '' then return { ended, 0, 0 } end
local limit = call('HGET', P .. 'meta', 'limit') or ''
local jobs = call('ZRANGEBYSCORE', P .. 'out', '-inf', at, 'LIMIT', 0, 100)
for _, job in ipairs(jobs) do call('ZADD', P .. 'out', again, job) end
want = math.min(want - meta('idle'), most('maxPages') - meta('pages') - meta('handed'))
local heldUp = meta('kept') == 1 and meta('streamBytes') >= meta('maxStreamBytes')
if limit ~= '' or heldUp then want = 0 end
local looked = 0
while want > 0 and looked < 500 do
  looked = looked + 1
  local h = call('ZRANGEBYSCORE', P .. 'hosts', '-inf', at, 'LIMIT', 0, 1)[1]
  if not h then break end
  place(h, at)
  local due = call('ZSCORE', P .. 'hosts', h)
  if due and tonumber(due) <= at then
    local id = call('ZPOPMIN', P .. 'line:' .. h)[1]
    local w = cjson.decode(call('HGET', P .. 'wait', id))
    call('HSET', P .. 'urls', id, 'a')
    call('HSET', P .. 'act', id, w.n .. '|0|0|' .. h)
    call('HINCRBY', P .. 'host:' .. h, 'out', 1)
    call('HSET', P .. 'host:' .. h, 'fed', at)
    count('handed', 1); count('idle', 1); count('waiting', -1)
    local job = id .. '.' .. w.n
    call('ZADD', P .. 'out', again, job)
    table.insert(jobs, job)
    want = want - 1
    place(h, at)
  end
end
if meta('handed') == 0 then
  local none = call('ZCARD', P .. 'hosts') == 0
  local listed = call('HGET', P .. 'meta', 'listed') == '1'
  if limit ~= '' then ended = limit
  elseif meta('pages') >= most('maxPages') and meta('waiting') > 0 then ended = 'max-pages'
  elseif none and listed then ended = meta('waiting') > 0 and 'max-pages-per-host' or 'complete'
  elseif meta('pages') >= most('maxPages') then ended = 'max-pages' end
  if ended ~= '' then call('HSET', P .. 'meta', 'ended', ended) end
end
local first = call('ZRANGE', P .. 'hosts', 0, 0, 'WITHSCORES')
local soonest = first[2] and math.max(0, tonumber(first[2]) - at) or -1
local told = { ended, soonest, heldUp and 1 or 0 }
for _, job in ipairs(jobs) do table.insert(told, job) end
return told`;

/** ARGV: id, attempt. Gives `[start, tries, depth, url, from]`, or nothing when it is not handed out any more. */
const LOOK = `
local a = active(ARGV[1], ARGV[2])
if not a then return {} end
if not a.picked then
  a.picked = true
  count('idle', -1)
  keep(ARGV[1], a)
end
local w = cjson.decode(call('HGET', P .. 'wait', ARGV[1]))
return { a.start, w.t, w.d, w.u, w.f or '' }`;

/** ARGV: id, attempt, milliseconds for which it may be under way, starts that it may have. */
const BEGIN = `
local at = clock()
local id, job = ARGV[1], ARGV[1] .. '.' .. ARGV[2]
local a = active(id, ARGV[2])
if not a then return { 'gone', 0, '', at } end
if stopped() then release(id, a, at, 0); return { 'gone', 0, '', at } end
local host = hostOf(a.h, at)
if host.alone then return { 'alone', a.start, host.pace, at } end
local wait = waitFor(host, a.h, job, at)
if wait > 0 then return { 'wait', wait, '', at } end
if a.start >= tonumber(ARGV[4]) then return { 'lost', a.start, '', at } end
a.start = a.start + 1
keep(id, a)
call('ZADD', P .. 'live:' .. a.h, at + tonumber(ARGV[3]), job)
call('HSET', P .. 'host:' .. a.h, 'started', at)
return { 'go', a.start, '', at }`;

/** ARGV: id, attempt, start, tries to count. */
const RELEASE = `
local a = active(ARGV[1], ARGV[2])
if not a or a.start ~= tonumber(ARGV[3]) then return 0 end
release(ARGV[1], a, clock(), tonumber(ARGV[4]))
return 1`;

/** ARGV: links as JSON `[id, url, host][]`, their depth, the page that they are on, or nothing. */
const DISCOVER = `
return meetAll(cjson.decode(ARGV[1]), tonumber(ARGV[2]), ARGV[3] ~= '' and ARGV[3] or nil, clock())`;

/** ARGV: host. Gives `[pace, now]`. */
const PACE = `return { call('HGET', P .. 'host:' .. ARGV[1], 'pace') or '', clock() }`;

/** ARGV: host, the pace that it was reckoned from, the new one, until when the host is left alone. */
const SET_PACE = `
if (call('HGET', P .. 'host:' .. ARGV[1], 'pace') or '') ~= ARGV[2] then return 0 end
call('HSET', P .. 'host:' .. ARGV[1], 'pace', ARGV[3], 'alone', ARGV[4])
place(ARGV[1], clock())
return 1`;

/** ARGV: host, milliseconds that its robots.txt asks for. */
const SET_DELAY = `
call('HSET', P .. 'host:' .. ARGV[1], 'delay', ARGV[2])
place(ARGV[1], clock())
return 1`;

/** ARGV: host, token, milliseconds for which it may be under way. For what is no page. Gives `[wait, now, pace]`; -1 is left alone. */
const ENTER = `
local at = clock()
local host = hostOf(ARGV[1], at)
if host.alone then return { -1, at, host.pace } end
local wait = waitFor(host, ARGV[1], ARGV[2], at)
if wait > 0 then return { wait, at, host.pace } end
call('ZADD', P .. 'live:' .. ARGV[1], at + tonumber(ARGV[3]), ARGV[2])
call('HSET', P .. 'host:' .. ARGV[1], 'started', at)
return { 0, at, host.pace }`;

/** ARGV: name, token, milliseconds. Whether it is this process's to do. */
const LEASE = `
local key = P .. 'lease:' .. ARGV[1]
local holder = call('GET', key)
if holder and holder ~= ARGV[2] then return 0 end
-- A Redis that is full still lets a lease be kept, and so the writer make room.
if holder then call('PEXPIRE', key, ARGV[3]) else call('SET', key, ARGV[2], 'PX', ARGV[3]) end
return 1`;

/** ARGV: name, token. */
const YIELD = `
if call('GET', P .. 'lease:' .. ARGV[1]) == ARGV[2] then return call('DEL', P .. 'lease:' .. ARGV[1]) end
return 0`;

/** ARGV: token of the writer, bytes, ids of results that are on its disk. */
const ACKNOWLEDGE = `
if call('GET', P .. 'lease:writer') ~= ARGV[1] then return 0 end
local gone = call('XDEL', P .. 'results', unpack(ARGV, 3))
if gone > 0 then count('streamBytes', -tonumber(ARGV[2])) end
call('HSET', P .. 'meta', 'acknowledged', ARGV[#ARGV])
return 1`;

/** The scripts by their names. Each is one step that no other process sees half of. */
export const REDIS_SCRIPTS = {
  open: REDIS_STATE + OPEN,
  reopen: REDIS_STATE + REOPEN,
  feed: REDIS_STATE + FEED,
  look: REDIS_STATE + LOOK,
  begin: REDIS_STATE + BEGIN,
  release: REDIS_STATE + RELEASE,
  discover: REDIS_STATE + DISCOVER,
  commit: REDIS_STATE + REDIS_COMMIT,
  pace: REDIS_STATE + PACE,
  setPace: REDIS_STATE + SET_PACE,
  setDelay: REDIS_STATE + SET_DELAY,
  enter: REDIS_STATE + ENTER,
  lease: REDIS_STATE + LEASE,
  yield: REDIS_STATE + YIELD,
  acknowledge: REDIS_STATE + ACKNOWLEDGE,
} as const;

export type RedisScript = keyof typeof REDIS_SCRIPTS;

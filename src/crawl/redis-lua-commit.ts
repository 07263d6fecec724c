/**
 * ARGV: id, attempt, start, facts as JSON, what is written of it, and of one that repeats another. Gives `[verdict, seq, depth, detail, isNewTrap]`. Whoever has lost
 * the page to another is told `gone`; whoever asks again after a lost answer is told the same again.
 */
export const REDIS_COMMIT = `
local at = clock()
local id, attempt, start = ARGV[1], ARGV[2], tonumber(ARGV[3])
local f = cjson.decode(ARGV[4])
local mark = '.' .. attempt .. '.' .. start
local state = call('HGET', P .. 'urls', id)
if state then
  local seq, told = state:match('^p(%d+)(%..+)$')
  if told == mark then return { 'page', tonumber(seq), tonumber(f.depth), '', 0 } end
end
local a = active(id, attempt)
if not a or a.start ~= start then return { 'gone', 0, 0, '', 0 } end
if stopped() then release(id, a, at, 0); return { 'limit', 0, 0, '', 0 } end
local w = cjson.decode(call('HGET', P .. 'wait', id))

local function record(kind, seq)
  if meta('kept') ~= 1 then return end
  local payload = kind == 'repeated' and ARGV[6] or ARGV[5]
  call('XADD', P .. 'results', '*', 'kind', kind, 'seq', seq, 'depth', w.d, 'url', w.u, 'from', w.f or '', 'payload', payload)
  count('streamBytes', #payload)
end
local function done(verdict, seq, detail, trap)
  call('HDEL', P .. 'wait', id)
  takeBack(id, a, at)
  return { verdict, seq, w.d, detail, trap or 0 }
end
local function skip(reason)
  call('HINCRBY', P .. 'skips', reason, 1)
end
local function follow() meetAll(f.links, w.d + 1, f.at, at) end

if f.kind == 'failure' then
  -- Recorded by a redirect of another in the meantime.
  if state ~= 'a' then skip('duplicate'); return done('duplicate', 0, 'redirect') end
  if count('failures', 1) >= most('maxFailures') then call('HSET', P .. 'meta', 'limit', 'max-failures') end
  call('HSET', P .. 'urls', id, 'f')
  record('failure', 0)
  return done('failure', 0, '')
end
if f.kind == 'skipped' then
  if state ~= 'a' then skip('duplicate'); return done('duplicate', 0, 'redirect') end
  skip(f.reason)
  call('HSET', P .. 'urls', id, 's')
  follow()
  record('skipped', 0)
  return done('skipped', 0, f.reason)
end
local function repeated(by)
  skip('duplicate')
  if call('HGET', P .. 'urls', id) == 'a' then call('HSET', P .. 'urls', id, 'd') end
  record('repeated', 0)
end
if state ~= 'a' then repeated('redirect'); return done('duplicate', 0, 'redirect') end
local final = f.finalId ~= id and call('HGET', P .. 'urls', f.finalId) or false
if f.finalId ~= id then
  if final and (final:sub(1, 1) == 'p' or final == 'd') then repeated('redirect'); return done('duplicate', 0, 'redirect') end
  if f.finalHost ~= a.h then
    local other = hostOf(f.finalHost, at)
    if other.pages + other.out >= most('maxPagesPerHost') then
      skip('max-pages-per-host')
      call('HSET', P .. 'urls', id, 'o')
      record('repeated', 0)
      return done('outside', 0, 'max-pages-per-host')
    end
  end
end
-- Where a redirect led need not be read by itself any more.
local function reached(become)
  if f.finalId == id then return end
  if final == 'w' then
    local v = cjson.decode(call('HGET', P .. 'wait', f.finalId))
    call('ZREM', P .. 'line:' .. v.h, f.finalId)
    call('HDEL', P .. 'wait', f.finalId)
    count('waiting', -1)
    place(v.h, at)
  end
  call('HSET', P .. 'urls', f.finalId, become)
end
local same, by
if f.content ~= '' then
  local known = call('HGET', P .. 'content', f.content)
  if known then
    local other, canonical = known:match('^([^.]+)%.(.*)$')
    if f.canonicalId == other or canonical == f.finalId then same, by = other, 'canonical'
    elseif f.words >= f.leastWords then same, by = other, 'content' end
  end
end
if same then
  -- Before its links: one of them may be its own.
  reached('d')
  local times = call('HINCRBY', P .. 'repeats', same, 1)
  if times <= f.repeatsFollowed then follow() end
  local trap = times == f.repeatsFollowed + 1 and 1 or 0
  if trap == 1 then count('traps', 1) end
  repeated(by)
  return done('duplicate', 0, by, trap)
end
if meta('bytes') + f.bytes > most('maxBytes') then
  call('HSET', P .. 'meta', 'limit', 'max-bytes')
  release(id, a, at, 0)
  return { 'limit', 0, 0, '', 0 }
end
local seq = count('pages', 1)
count('bytes', f.bytes)
if f.rendered then count('rendered', 1) end
if f.content ~= '' then call('HSETNX', P .. 'content', f.content, f.finalId .. '.' .. f.canonicalId) end
reached('p' .. seq .. '.')
call('HSET', P .. 'urls', id, 'p' .. seq .. mark)
call('HINCRBY', P .. 'host:' .. f.finalHost, 'pages', 1)
follow()
record('page', seq)
local told = done('page', seq, '')
if f.finalHost ~= a.h then place(f.finalHost, at) end
return told`;

"""crawl4ai with its defaults: Markdown of each page, `scan_full_page` where the page needs scrolling, no cache."""

import asyncio
import json
import sys
import time

from crawl4ai import AsyncWebCrawler, BrowserConfig, CacheMode, CrawlerRunConfig

# Whatever the library prints is not part of the protocol.
protocol = sys.stdout
sys.stdout = sys.stderr


def say(line):
    protocol.write(line + "\n")
    protocol.flush()


async def read(crawler, page):
    config = CrawlerRunConfig(
        cache_mode=CacheMode.BYPASS, verbose=False, scan_full_page="scroll" in page["options"]
    )
    result = await crawler.arun(page["url"], config=config)
    if not result.success:
        raise RuntimeError(result.error_message)
    return result.markdown.raw_markdown


async def main():
    job = json.loads(sys.stdin.readline())
    async with AsyncWebCrawler(config=BrowserConfig(headless=True, verbose=False)) as crawler:
        await read(crawler, job["warmUp"])
        say("ready")
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
        lanes = asyncio.Semaphore(job["concurrency"])

        async def one(page):
            async with lanes:
                started = time.perf_counter()
                try:
                    outcome = {"text": await asyncio.wait_for(read(crawler, page), 60)}
                except Exception as error:
                    outcome = {"error": str(error) or type(error).__name__}
                ms = (time.perf_counter() - started) * 1000
                say('{"name":' + json.dumps(page["name"]) + "," + json.dumps({"ms": ms, **outcome})[1:])

        await asyncio.gather(*(one(page) for page in job["pages"]))


asyncio.run(main())

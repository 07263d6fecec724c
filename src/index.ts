/**
 * The public face of Pageward. Importing it loads nothing heavy: Playwright, jsdom and undici are loaded by the first
 * read that needs them.
 */

export type { RefusalCode } from './base/error-codes.js';
export {
  BrowserError,
  ContentError,
  type ErrorDetails,
  HumanError,
  InvalidInputError,
  isPagewardError,
  NetworkError,
  PagewardError,
  QueueError,
  RefusedError,
  ResponseError,
  SearchError,
  TimeoutError,
  UsageError,
} from './base/errors.js';
export type { Redirect, RedirectKind } from './base/redirect.js';
export type { Refusal } from './base/refusal.js';
export type { StandardSchema } from './base/standard-schema.js';
export { VERSION } from './base/version.js';
export type { JailMode } from './browser/jail.js';
export type { ActionTarget, ActionWait, PageAction } from './browser/page-action.js';
export type { PdfSettings, ScreenshotSettings } from './browser/rendition-settings.js';
export type { SandboxMode } from './browser/sandbox-mode.js';
export type { StorageState } from './browser/storage-state.js';
export type { WaitFor } from './browser/wait-condition.js';
export type {
  CrawlChange,
  CrawlDone,
  CrawlEnd,
  CrawlEvent,
  CrawlFailure,
  CrawlLimit,
  CrawlNotice,
  CrawlPage,
  CrawlProgress,
  CrawlSkip,
  CrawlTotals,
  CrawlTrap,
} from './crawl/crawl-event.js';
export type { CrawlLimits, CrawlOptions } from './crawl/crawl-options.js';
export { crawl } from './crawl/crawler.js';
export type {
  Expectation,
  ExpectationFault,
  ExpectationResult,
  ExpectationTotals,
  JudgedPage,
} from './crawl/expectation.js';
export type { FoundLink, ScoredLink } from './crawl/frontier-events.js';
export type { MapEnd, MapEvent, MapNotice, MapUrl } from './crawl/map-event.js';
export type { MapOptions } from './crawl/map-options.js';
export type { RedisQueueOptions } from './crawl/redis-options.js';
export { mapSite } from './crawl/site-map.js';
export type { ClientCertificate } from './guard/client-certificate.js';
export { type DecisionContext, decisionLine } from './guard/decision-line.js';
export type { DomainList } from './guard/domain-policy.js';
export {
  type Allowed,
  createGuard,
  type Decision,
  type Guard,
  type GuardOptions,
  type OnDecision,
  type Policy,
  type Refused,
  type Resolver,
} from './guard/guard.js';
export type { AuditOptions, Violation } from './hosted/audit.js';
export { DomainPolicy } from './hosted/domain-policy.js';
export {
  type AnthropicSearch,
  type AnthropicSearchTool,
  type NativeWebSearch,
  type NativeWebSearchOptions,
  nativeWebSearch,
  type OpenAISearch,
  type OpenAISearchTool,
  type UserLocation,
} from './hosted/native-web-search.js';
export { citations, type HostedCitation, type HostedSource, sources, type Transcript } from './hosted/transcript.js';
export type { ContentOptions } from './page/content-options.js';
export type { Section } from './page/outline.js';
export {
  type AlternatePage,
  type Extraction,
  type ExtractionSummary,
  type Page,
  type PageImage,
  type PageLink,
  type PageMetadata,
  type PageRefresh,
  type Readiness,
  type TextWindow,
  type Timing,
  windowOf,
} from './page/page.js';
export type { NotedMessages, NotedUrls, PageAudit } from './page/page-audit.js';
export type { CapturedAnswer, PagePdf, PageScreenshot, Renditions } from './page/renditions.js';
export type { FieldRule, Row, RowRules, ValueRule } from './page/row-rules.js';
export { AutoReader, type AutoReaderOptions } from './reader/auto-reader.js';
export { BrowserReader, type BrowserReaderOptions } from './reader/browser-reader.js';
export type { DomKind } from './reader/dom-kind.js';
export { type ExtractOptions, extract } from './reader/extract.js';
export { HttpReader, type HttpReaderOptions } from './reader/http-reader.js';
export type { ReaderOptions } from './reader/options.js';
export { type ReadManyOptions, type ReadResult, readMany } from './reader/read-many.js';
export { type ReadRows, type ReadRowsOptions, type RowFault, readRows } from './reader/read-rows.js';
export type {
  BrowserTasks,
  DocumentLoader,
  LoadedDocument,
  LoadOptions,
  LoadRequest,
  PageReader,
  ReadOptions,
  ReadStep,
} from './reader/reader.js';
export { type DuckDuckGoOptions, duckDuckGo, type SearchPace } from './search/duckduckgo.js';
export type { SafeSearch } from './search/duckduckgo-form.js';
export { firstOf } from './search/first-of.js';
export type { SearchBackend, SearchOptions, SearchResult, TimeRange, WebSearch } from './search/search.js';
export type { SearchClock } from './search/search-line.js';
export { type TavilyOptions, tavily } from './search/tavily.js';
export { type AskHumanInput, type AskHumanOptions, askHuman } from './tools/ask-human.js';
export { type CrawlUrlInput, type CrawlUrlOptions, crawlUrl } from './tools/crawl-url.js';
export type { CrawledPage } from './tools/crawled-page.js';
export { currentDate } from './tools/current-date.js';
export { FENCE_NOTE, fence } from './tools/fence.js';
export type { FenceBoundary } from './tools/fence-boundary.js';
export type { HttpAnswer } from './tools/http-answer.js';
export { type HttpRequestInput, type HttpRequestOptions, httpRequest } from './tools/http-request.js';
export {
  type AskedQuestion,
  HumanChannel,
  type HumanQuestion,
  type QuestionOption,
} from './tools/human-channel.js';
export { type NowInput, type NowOptions, type NowOutput, now } from './tools/now.js';
export type { FetchedPage } from './tools/page-text.js';
export type { Structure, StructuredOutput } from './tools/structured-output.js';
export {
  type AnyTool,
  type Tool,
  type ToolAnnotations,
  type ToolContext,
  type ToolDefinition,
  type ToolOutput,
  type ToolProgress,
  type ToolResult,
  type ToolSuccess,
  tool,
} from './tools/tool.js';
export type { ToolFailure, ToolFault } from './tools/tool-failure.js';
export type { ToolSchema } from './tools/tool-schema.js';
export { type Toolset, type ToolsetOptions, toolset } from './tools/toolset.js';
export { type WebFetchInput, type WebFetchOptions, webFetch } from './tools/web-fetch.js';
export { type WebSearchAnswer, type WebSearchInput, type WebSearchOptions, webSearch } from './tools/web-search.js';

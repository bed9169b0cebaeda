// What the program lends: threads, memory, a log, a clock. And who may use a world at a time.
#include "pile.h"
#include <pthread.h>
#include <stdatomic.h>

static P2WorldId crowd(void) {
    P2WorldId world = 0;
    OK(p2_world_create(NULL, &world));
    add_shape(add_body(world, P2_BODY_KIND_STATIC, 0.0, 0.0), p2_shape_box(50.0f, 0.5f));
    for (int i = 0; i < 400; i++) {
        P2BodyId body = add_body(world, P2_BODY_KIND_DYNAMIC, (i % 20) * 1.05, 1.5 + (i / 20) * 1.05);
        add_shape(body, p2_shape_box(0.5f, 0.5f));
    }
    return world;
}

// Tasks: a thread for each.
typedef struct {
    P2Task task;
    void *task_context;
    pthread_t thread;
} Job;

typedef struct {
    P2WorldId world;
    P2BodyId body;
    int enqueued, finished, refused;
} Pool;

static void *work(void *job) {
    ((Job *)job)->task(0, 1, 1, ((Job *)job)->task_context);
    return NULL;
}

static void *enqueue(P2Task task, int32_t item_count, int32_t min_range, void *task_context, void *context) {
    Pool *pool = context;
    P2WorldPose pose;
    Job *job = malloc(sizeof *job);
    CHECK(item_count == 1 && min_range == 1);
    // A world that is just stepped is busy, for its own thread, too.
    pool->refused += p2_body_get_pose(pool->body, &pose) == P2_BUSY;
    pool->refused += p2_world_step(pool->world, 0.01f) == P2_BUSY;
    pool->refused += p2_world_destroy(pool->world) == P2_BUSY;
    CHECK(p2_world_is_valid(pool->world));
    job->task = task;
    job->task_context = task_context;
    CHECK(pthread_create(&job->thread, NULL, work, job) == 0);
    pool->enqueued++;
    return job;
}

static void finish(void *user_task, void *context) {
    Job *job = user_task;
    pthread_join(job->thread, NULL);
    // Whatever the program does, a task runs once.
    job->task(0, 1, 1, job->task_context);
    free(job);
    ((Pool *)context)->finished++;
}

// Never runs anything.
static void *lazy(P2Task task, int32_t item_count, int32_t min_range, void *task_context, void *context) {
    (void)task, (void)item_count, (void)min_range, (void)task_context, (void)context;
    return NULL;
}

static void tasks(void) {
    P2WorldId world = crowd(), hosted = crowd(), idle = crowd(), own = crowd();
    Pool pool = {hosted, 0, 0, 0, 0};
    uint32_t count = 0;
    CHECK(p2_world_get_bodies(hosted, &pool.body, 1, &count) == P2_TOO_SHORT && count == 401);
    OK(p2_world_set_tasks(hosted, 3, enqueue, finish, &pool));
    OK(p2_world_set_tasks(idle, 3, lazy, finish, &pool));
    OK(p2_world_set_threads(own, 2));
    steps(world, 20);
    steps(hosted, 20);
    steps(idle, 20);
    steps(own, 20);
    CHECK(pool.enqueued > 0 && pool.enqueued == pool.finished && pool.refused == 3 * pool.enqueued);
    CHECK(full_hash(hosted) == full_hash(world) && full_hash(idle) == full_hash(world));
    CHECK(full_hash(own) == full_hash(world));
    OK(p2_world_destroy(world));
    OK(p2_world_destroy(hosted));
    OK(p2_world_destroy(idle));
    OK(p2_world_destroy(own));
}

// Two worlds on two threads, each with its own last error.
static void *run_pile(void *hash) {
    P2WorldId world = pile();
    steps(world, 60);
    CHECK(p2_last_error_code() == P2_OK);
    CHECK(p2_body_wake(0) == P2_INVALID_HANDLE && p2_last_error_code() == P2_INVALID_HANDLE);
    *(uint64_t *)hash = full_hash(world);
    OK(p2_world_destroy(world));
    return NULL;
}

static void threads(void) {
    uint64_t hashes[3] = {0, 0, 0};
    pthread_t other[3];
    for (int i = 0; i < 3; i++) {
        CHECK(pthread_create(&other[i], NULL, run_pile, &hashes[i]) == 0);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(other[i], NULL);
    }
    CHECK(hashes[0] != 0 && hashes[0] == hashes[1] && hashes[1] == hashes[2]);
}

// Memory: counted, and given back.
static atomic_long blocks, bytes;

static void *count_alloc(size_t size, size_t alignment, void *context) {
    CHECK(context == &blocks && alignment >= 16 && (alignment & (alignment - 1)) == 0);
    atomic_fetch_add(&blocks, 1);
    atomic_fetch_add(&bytes, (long)size);
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void count_free(void *memory, size_t size, size_t alignment, void *context) {
    (void)alignment, (void)context;
    atomic_fetch_sub(&blocks, 1);
    atomic_fetch_sub(&bytes, (long)size);
    free(memory);
}

static void memory(void) {
    P2WorldId before = pile();
    CHECK(p2_set_allocator(count_alloc, NULL, NULL) == P2_NULL_POINTER);
    OK(p2_set_allocator(count_alloc, count_free, &blocks));
    steps(before, 30);
    P2WorldId world = pile();
    steps(world, 30);
    CHECK(full_hash(world) == full_hash(before));
    CHECK(atomic_load(&blocks) > 10 && atomic_load(&bytes) > 10000);
    OK(p2_set_allocator(NULL, NULL, NULL));
    OK(p2_world_destroy(before));
    OK(p2_world_destroy(world));
    // What is left belongs to the library, not to worlds.
    CHECK(atomic_load(&bytes) < 4096);
}

static int errors, warnings;
static uint64_t ticks;

static void log_message(uint32_t level, const char *message, void *context) {
    CHECK(context == &errors && message[0] != 0);
    level == P2_LOG_ERROR ? errors++ : warnings++;
}

static uint64_t tick(void *context) {
    return ++*(uint64_t *)context * 1000;
}

static void log_and_clock(void) {
    P2WorldId world = pile();
    P2StageTimes times;
    p2_set_log(log_message, &errors);
    CHECK(p2_world_step(world, -1.0f) == P2_OUT_OF_RANGE && errors == 1);
    P2BodyId runaway = add_body(world, P2_BODY_KIND_DYNAMIC, 9.9e7, 0.0);
    OK(p2_body_set_velocity(runaway, vec2(1e8f, 0.0f)));
    steps(world, 1);
    uint32_t count = 0;
    P2BodyId stopped = 0;
    OK(p2_world_get_stopped(world, &stopped, 1, &count));
    CHECK(count == 1 && stopped == runaway && warnings == 1);
    p2_set_log(NULL, NULL);
    CHECK(p2_world_step(world, -1.0f) == P2_OUT_OF_RANGE && errors == 1);
    OK(p2_world_get_stage_times(world, &times));
    CHECK(times.solve == 0.0);
    p2_set_clock(tick, &ticks);
    OK(p2_world_set_profiling(world, 1));
    steps(world, 1);
    OK(p2_world_get_stage_times(world, &times));
    CHECK(times.solve >= 1e-6 && ticks > 3);
    p2_set_clock(NULL, NULL);
    OK(p2_world_destroy(world));
}

int main(void) {
    tasks();
    threads();
    memory();
    log_and_clock();
    return 0;
}

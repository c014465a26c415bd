// Package pipeline joins one producer to many consumers by a channel: the shape
// of the strategies in which one goroutine finds the lines and others test
// them.
package pipeline

import (
	"context"
	"errors"

	"github.com/sourcegraph/conc/pool"
)

// errEnough ends a pipeline whose consumers want no more.
var errEnough = errors.New("enough")

// Depth is how many items per consumer may wait in the channel.
const depth = 2

// Run starts produce and dop consumers in goroutines of their own, and returns
// when all have ended. Items arrive in the order in which they were sent. send
// fails once nobody takes items any more; produce then returns its error.
// A consumer that returns false or an error ends the pipeline; items that others
// have taken by then are finished. Run returns the first error.
func Run[T any](ctx context.Context, dop int, produce func(ctx context.Context, send func(T) error) error, consume func(T) (more bool, err error)) error {
	p := pool.New().WithContext(ctx).WithCancelOnError().WithFirstError()
	items := make(chan T, depth*min(dop, 1024))
	p.Go(func(ctx context.Context) error {
		defer close(items)
		return produce(ctx, func(item T) error {
			select {
			case items <- item:
				return nil
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		})
	})
	for range dop {
		p.Go(func(context.Context) error { return drain(items, consume) })
	}
	if err := p.Wait(); !errors.Is(err, errEnough) {
		return err
	}
	return nil
}

// drain consumes until the channel is closed.
func drain[T any](items <-chan T, consume func(T) (bool, error)) error {
	for item := range items {
		more, err := consume(item)
		if err != nil {
			return err
		}
		if !more {
			return errEnough
		}
	}
	return nil
}
